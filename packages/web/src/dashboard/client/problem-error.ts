import type { Problem, ProblemCode } from '@assay/schema';

/** A request that was not answered as hoped, with the code to branch on; `unreachable` when there was no answer. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode | 'unreachable';
  readonly status: number;
  /** The field at fault, where one is. */
  readonly path: string | undefined;

  constructor({ code, status, detail, path }: Pick<Problem, 'status' | 'detail' | 'path'> & { code: Code }) {
    super(detail);
    this.code = code;
    this.status = status;
    this.path = path;
  }
}

type Code = ProblemCode | 'unreachable';

/** Whether something is missing, as against broken. */
export const isMissing = (error: unknown): boolean => error instanceof ProblemError && error.status === 404;

export const isSignedOut = (error: unknown): boolean => error instanceof ProblemError && error.status === 401;
