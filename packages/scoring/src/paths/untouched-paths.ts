import type { Evidence, FileState, ScorerConfig } from '@assay/schema';
import { readEvidence } from '../read-evidence.ts';
import { fail, type Gathered, notApplicable, pass, type ScorerOutcome } from '../scorer.ts';

type Listed = Pick<ScorerConfig<'tests_unmodified'>, 'paths' | 'dirs' | 'ignore_new_files'>;
type Watched = Evidence['watched_paths'][string];

/** Paths whose state must be known: the listed paths and everything in folders. */
export const watchedBy = ({ paths, dirs }: Listed): readonly string[] => [
  ...paths,
  ...[...paths, ...dirs].map((path) => `${path}/`),
];

/** Whether every listed path is unchanged: content, mode, kind and existence. A folder is its files and links. */
export function scoreUntouched(
  { watched_paths, changed_paths }: Gathered<'watched_paths' | 'changed_paths'>,
  { paths, dirs, ignore_new_files }: Listed,
): ScorerOutcome {
  const states = new Map<string, Watched>();
  const isBelow = below([...dirs, ...paths]);
  const counts = (path: string, state: Watched): boolean =>
    isBelow(path) && isContent(state) && (ignore_new_files !== true || state.before !== null);
  for (const change of changed_paths) if (counts(change.path, change)) states.set(change.path, change);
  for (const [path, state] of Object.entries(watched_paths)) if (counts(path, state)) states.set(path, state);
  for (const path of paths) states.set(path, readEvidence(watched_paths, { what: 'the path', name: path }));

  const present = [...states].filter(([, state]) => isPresent(state));
  if (present.length === 0) return notApplicable('none of the listed paths was there, before or after');
  const findings = present.flatMap(([path, state]) => {
    const message = describeTouch(state);
    return message === null ? [] : [{ path, message }];
  });
  if (findings.length === 0) return pass(`${states.size} listed paths are as they were`);
  const score = (states.size - findings.length) / states.size;
  return fail(score, `${findings.length} of ${states.size} listed paths were touched`, { findings });
}

// tools add caches to folders, and empty ones say nothing
const isFolder = (state: FileState | null): boolean => state?.kind === 'folder' && state.mode !== SUBMODULE;
const SUBMODULE = '160000';

const isContent = ({ before, after }: Watched): boolean =>
  (before !== null && !isFolder(before)) || (after !== null && !isFolder(after));

const isPresent = ({ before, after }: Watched): boolean => before !== null || after !== null;

function below(dirs: readonly string[]): (path: string) => boolean {
  const prefixes = dirs.map((dir) => `${dir.normalize('NFC')}/`);
  // the trailing slash includes the folder itself, which could have become a link
  return (path) => prefixes.some((prefix) => `${path.normalize('NFC')}/`.startsWith(prefix));
}

function describeTouch({ before, after }: Watched): string | null {
  if (before === null) return after === null ? null : 'was not there, and was created';
  if (after === null) return 'was deleted';
  if (before.kind !== after.kind) return `was a ${before.kind}, is a ${after.kind}`;
  if (isFolder(before) && isFolder(after)) return null;
  if (before.oid !== after.oid) return 'its content changed';
  return before.mode === after.mode ? null : `its mode was ${before.mode}, is ${after.mode}`;
}
