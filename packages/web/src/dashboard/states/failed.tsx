import { RequestError } from '@assay/sdk/core';
import { UntrustedText } from '../../shared/cards/parts/untrusted-text.tsx';
import { describeProblem, isMissing } from '../client/request-problem.ts';
import { OtherOrganizations } from './other-organizations.tsx';

interface Props {
  /** What failed to load, to complete a sentence: `the diff`. */
  readonly what: string;
  readonly error: unknown;
  readonly retry?: () => void;
}

/** An error state: what failed, why, and a retry button. */
export function Failed({ what, error, retry }: Props) {
  return (
    <div className="failed" role="alert">
      <p>
        <b>Could not load {what}.</b> <UntrustedText text={describeProblem(error)} />
      </p>
      {isMissing(error) ? <OtherOrganizations /> : null}
      {error instanceof RequestError ? <code className="note">{error.code}</code> : null}
      {retry === undefined ? null : (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
