import { RequestError } from '@assay/sdk/core';

const hasStatus = (error: unknown, status: number): boolean => error instanceof RequestError && error.status === status;

/** The thing does not exist, as opposed to a failed request. */
export const isMissing = (error: unknown): boolean => hasStatus(error, 404);

export const isSignedOut = (error: unknown): boolean => hasStatus(error, 401);

/** The reason of a failed request, for people. */
export function describeProblem(error: unknown): string {
  if (error instanceof RequestError && error.status === undefined && error.passing)
    return 'The server did not answer. Check that `assay serve` is running, then try again.';
  if (error instanceof RequestError && error.code === 'malformed_answer')
    return `The server returned status ${error.status}.`;
  return error instanceof Error ? error.message : String(error);
}
