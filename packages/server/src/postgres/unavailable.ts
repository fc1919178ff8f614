import { AssayError } from '@assay/schema';

/** The one fault of this folder. */
export function databaseUnavailable(message: string, cause?: unknown): AssayError {
  return new AssayError('database_unavailable', message, { cause });
}

const KNOWN: readonly (readonly [RegExp, (folder: string) => string])[] = [
  [
    /No space left on device|ENOSPC|disk is full|Disk quota exceeded|EDQUOT/,
    (folder) => `the disk that holds ${folder} is full: make room and start again; nothing that was stored is lost`,
  ],
  [
    /Permission denied|EACCES|EPERM|wrong ownership|unable to open database file|readonly database|EROFS/,
    (folder) =>
      `${folder} is closed to the user it runs as: give it to the user who runs Assay or, as root, let others enter the folders above it`,
  ],
];

/** Says why something about our own database failed, from what a program printed or the system said. */
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
