import { RequestError } from '@assay/sdk/core';
import { UntrustedText } from '../../shared/cards/parts/untrusted-text.tsx';
import { describeProblem } from '../client/request-problem.ts';

/** The error of a failed action, with its field if known. */
export function ActionError({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const path = error instanceof RequestError ? error.path : undefined;
  return (
    <p role="alert" className="refused">
      {path === undefined ? null : <code>{path}: </code>}
      <UntrustedText text={describeProblem(error)} />
    </p>
  );
}
