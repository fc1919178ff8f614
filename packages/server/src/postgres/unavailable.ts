import { AssayError } from '@assay/schema';

/** The only error this folder throws. */
export function databaseUnavailable(message: string, cause?: unknown): AssayError {
  return new AssayError('database_unavailable', message, { cause });
}

const KNOWN: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [
    /No space left on device|ENOSPC|disk is full|Disk quota exceeded|EDQUOT/,
    (folder) => `the disk of ${folder} is full: free some space and start again; stored data is safe`,
  ],
  [
    /Permission denied|EACCES|EPERM|wrong ownership|unable to open database file|readonly database|EROFS/,
    (folder) =>
      `the database user has no access to ${folder}: make the user who runs Assay its owner or, as root, make its parent folders accessible`,
  ],
];

/** Explains a failure of the managed database from program output or a system error. */
export function explainFailure(doing: string, folder: string, cause: unknown): AssayError {
  if (cause instanceof AssayError) return cause;
  const said = describe(cause);
  const known = KNOWN.find(([pattern]) => pattern.test(said))?.[1](folder);
  return databaseUnavailable(`${doing} failed: ${known ?? said}`, cause);
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause).trim();
  const printed = 'stderr' in cause && typeof cause.stderr === 'string' ? cause.stderr.trim() : '';
  return printed === '' ? cause.message : printed;
}
