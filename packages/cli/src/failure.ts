import { type AssayError, isDiskFull, PROBLEMS, type ProblemCode } from '@assay/schema';
import { printProblem, writeOut } from './terminal/output.ts';

/** An error as plain data, so that it can be sent between threads. */
export interface Failure {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: string;
}

// replaces help texts of the API that make no sense in a terminal
const OWN_HELP: Partial<Readonly<Record<ProblemCode, string>>> = {
  run_not_found: 'Run ids are the folder names in .assay/runs; `assay run --label NAME` sets a label.',
  unauthorized: 'Set a valid token or key in the environment.',
};

/** What to do about a problem, for the command line. */
export const helpFor = (code: ProblemCode): string => OWN_HELP[code] ?? PROBLEMS[code].help;

/** Converts any thrown value; everything except a full disk and an AssayError is an internal error. */
export function describeFailure(error: unknown): Failure {
  if (isDiskFull(error))
    return { code: 'disk_full', message: `the disk is full: ${(error as Error).message}`, path: '' };
  if (isAssayError(error)) return { code: error.code, message: error.message, path: error.path ?? '' };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), path: '' };
}

// by name: a command that is built alone throws its own copy of the class
const isAssayError = (error: unknown): error is AssayError =>
  error instanceof Error &&
  error.name === 'AssayError' &&
  'code' in error &&
  Object.hasOwn(PROBLEMS, String(error.code));

/** Prints an error on stderr, and on stdout if JSON was requested. Resolves to the exit code. */
export async function reportFailure(error: unknown, asJson: boolean): Promise<number> {
  const failure = describeFailure(error);
  // writing to stdout may be what failed
  if (asJson) await writeOut(`${JSON.stringify({ error: failure })}\n`).catch(() => undefined);
  printProblem(failure.message, helpFor(failure.code));
  return PROBLEMS[failure.code].exit_code;
}
