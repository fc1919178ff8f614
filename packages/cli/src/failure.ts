import { AssayError, isDiskFull, PROBLEMS, type ProblemCode } from '@assay/schema';
import { printProblem, writeOut } from './terminal/output.ts';

/** What went wrong, in a form that can cross from one thread to another. */
export interface Failure {
  readonly code: ProblemCode;
  readonly message: string;
  readonly path: string;
}

// where the words of the API would send somebody at a terminal to a server
const OWN_HELP: Partial<Readonly<Record<ProblemCode, string>>> = {
  run_not_found: 'Run ids are the folder names in .assay/runs; `assay run --label NAME` sets a label.',
  unauthorized: 'Set a valid token or key in the environment.',
};

/** What to do about a problem, for somebody at a terminal. */
export const helpFor = (code: ProblemCode): string => OWN_HELP[code] ?? PROBLEMS[code].help;

/** Any fault as a failure; one that is not ours is a defect. */
export function describeFailure(error: unknown): Failure {
  if (isDiskFull(error))
    return { code: 'disk_full', message: `the disk is full: ${(error as Error).message}`, path: '' };
  if (error instanceof AssayError) return { code: error.code, message: error.message, path: error.path ?? '' };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error), path: '' };
}

/** Tells a person what went wrong, a program too where it asked for JSON, and the shell by its exit code. */
export async function reportFailure(error: unknown, asJson: boolean): Promise<number> {
  const failure = describeFailure(error);
  // standard output may be what went wrong
  if (asJson) await writeOut(`${JSON.stringify({ error: failure })}\n`).catch(() => undefined);
  printProblem(failure.message, helpFor(failure.code));
  return PROBLEMS[failure.code].exit_code;
}
