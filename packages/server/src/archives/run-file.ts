import { AssayError } from '@assay/schema';

const FILES = new Set(['run.json', 'evidence.json', 'grade.json', 'transcript.jsonl', 'judgments.jsonl', 'diff.patch']);
const FOLDERS = new Set(['raw', 'captured', 'grades', 'restored', 'trees.git']);
// what `tar -C .assay/runs run_…` puts before every name
const OWN_FOLDER = /^run_[0-9a-hjkmnp-tv-z]{26}\//;

/** The place of a file in the folder of a run; a name that no such folder has is refused. */
export function placeRunFile(given: string): string {
  const name = given.replace(OWN_FOLDER, '');
  const [first = '', ...rest] = name.split('/');
  const known = rest.length === 0 ? FILES.has(first) : FOLDERS.has(first);
  if (known) return name;
  throw new AssayError(
    'invalid_archive',
    `expected the folder of a run, with ${[...FILES].join(', ')} and the folders ${[...FOLDERS].join(', ')}, found ${JSON.stringify(given)}`,
  );
}
