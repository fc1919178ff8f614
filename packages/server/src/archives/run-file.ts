import { AssayError } from '@assay/schema';

const FILES = new Set(['run.json', 'evidence.json', 'grade.json', 'transcript.jsonl', 'judgments.jsonl', 'diff.patch']);
const FOLDERS = new Set(['raw', 'captured', 'grades', 'restored', 'trees.git']);
// the prefix that `tar -C .assay/runs run_…` adds to every name
const OWN_FOLDER = /^run_[0-9a-hjkmnp-tv-z]{26}\//;

/** The path of a file in a run folder. Rejects names that no run folder has. */
export function resolveRunFile(given: string): string {
  const name = given.replace(OWN_FOLDER, '');
  const [first = '', ...rest] = name.split('/');
  const known = rest.length === 0 ? FILES.has(first) : FOLDERS.has(first);
  if (known) return name;
  throw new AssayError(
    'invalid_archive',
    `expected a run folder with ${[...FILES].join(', ')} and the folders ${[...FOLDERS].join(', ')}, found ${JSON.stringify(given)}`,
  );
}
