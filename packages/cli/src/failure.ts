import { AssayError, PROBLEMS, type ProblemCode } from '@assay/schema';
import { printProblem } from './terminal/output.ts';

/** What went wrong, in a form that can cross from one thread to another. */
export interface Failure {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: string;
}

/** Any fault as a failure; one that is not ours is a defect. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof AssayError) return { code: error.code, message: error.message, path: error.path ?? '' };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), path: '' };
}

/** Tells a person what went wrong, and the shell by its exit code. */
export function reportFailure(error: unknown): number {
  const { code, message } = describeFailure(error);
  printProblem(message, PROBLEMS[code].help);
  return PROBLEMS[code].exit_code;
}
