import { UntrustedText } from '../../shared/cards/parts/untrusted-text.tsx';
import { ProblemError } from '../client/problem-error.ts';

/** The error of a failed action, with its field if known. */
export function Refused({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const path = error instanceof ProblemError ? error.path : undefined;
  return (
    <p role="alert" className="refused">
      {path === undefined ? null : <code>{path}: </code>}
      <UntrustedText text={error instanceof Error ? error.message : String(error)} />
    </p>
  );
}
