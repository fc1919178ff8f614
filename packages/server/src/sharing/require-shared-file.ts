import { AssayError } from '@assay/schema';

// what the page of a shared run shows
const FILES: ReadonlySet<string> = new Set(['evidence.json', 'transcript.jsonl', 'diff.patch']);

interface Asked {
  readonly name: string;
  readonly attempt?: number | undefined;
}

/** Throws for evidence that the page of a shared run does not show: other files, and earlier attempts. */
export function requireSharedFile({ name, attempt }: Asked): void {
  if (FILES.has(name) && attempt === undefined) return;
  throw new AssayError('forbidden', `a link shows ${[...FILES].join(', ')} of the last attempt and no other evidence`);
}
