import type { Problem, ProblemCode } from '@assay/schema';

/** A failed request, with the code to branch on; `unreachable` if no problem was returned. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode | 'unreachable';
  readonly status: number;
  /** The invalid field, if the problem names one. */
  readonly path: string | undefined;

  constructor({ code, status, detail, path }: Pick<Problem, 'status' | 'detail' | 'path'> & { code: Code }) {
    super(detail);
    this.code = code;
    this.status = status;
    this.path = path;
  }
}

type Code = ProblemCode | 'unreachable';

/** Whether the server answered 404. */
export const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

export const isSignedOut = (error: unknown): boolean => error instanceof ProblemError && error.status === 401;
