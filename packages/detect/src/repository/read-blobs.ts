import { AssayError } from '@assay/schema';
import { requireGit } from '../trees/git.ts';
import { openObjectReader } from '../trees/object-reader.ts';
import { MAX_CHANGE_BYTES, MAX_TEXT_BYTES } from './change.ts';

/** A blob; its content is null if it is too large. */
export interface Blob {
  readonly size_bytes: number;
  readonly content: Buffer | null;
  readonly binary: boolean;
}

// same rule as git
const BINARY_WITHIN_BYTES = 8000;
const ASKED_AT_ONCE = 500;

interface BlobOptions {
  readonly git_dir: string;
  readonly signal?: AbortSignal;
}

/** Reads many blobs with two git processes: one for the sizes, one for the content of those not too large. */
export async function readBlobs(
  oids: readonly string[],
  { git_dir, signal }: BlobOptions,
): Promise<ReadonlyMap<string, Blob>> {
  const wanted = [...new Set(oids)];
  const blobs = new Map<string, Blob>();
  if (wanted.length === 0) return blobs;
  const sizes = await readSizes(wanted, git_dir);
  const small = wanted.filter((_, index) => (sizes[index] ?? 0) <= MAX_TEXT_BYTES);
  const total = sizes.reduce((sum, size) => sum + (size <= MAX_TEXT_BYTES ? size : 0), 0);
  if (total > MAX_CHANGE_BYTES)
    throw new AssayError(
      'payload_too_large',
      `the changed files have ${total} bytes, at most ${MAX_CHANGE_BYTES} are supported; check the change in parts`,
    );
  for (const [index, oid] of wanted.entries())
    blobs.set(oid, { size_bytes: sizes[index] ?? 0, content: null, binary: false });
  await using reader = openObjectReader(git_dir);
  for (let from = 0; from < small.length; from += ASKED_AT_ONCE) {
    if (signal?.aborted === true) throw new AssayError('interrupted', 'stopped while reading the change');
    await Promise.all(
      small.slice(from, from + ASKED_AT_ONCE).map(async (oid) => {
        const { content } = await reader.read(oid);
        const binary = content.subarray(0, BINARY_WITHIN_BYTES).includes(0);
        blobs.set(oid, { size_bytes: content.length, content, binary });
      }),
    );
  }
  return blobs;
}

/** The sizes of blobs, in order; throws if one is missing. */
export async function readSizes(oids: readonly string[], git_dir: string): Promise<number[]> {
  const output = await requireGit('cannot read the files', {
    command: ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'],
    git_dir,
    input: oids.map((oid) => `${oid}\n`).join(''),
  });
  return output
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [oid, size = ''] = line.split(' ');
      if (/^\d+$/.test(size)) return Number(size);
      throw new AssayError(
        'unreadable_file',
        `${oid} is missing in this partial clone; fetch it with git fetch --refetch --no-filter`,
      );
    });
}

/** The text files among these by path, without binary and too large files. */
export async function readTexts(
  files: readonly { readonly path: string; readonly oid: string }[],
  options: BlobOptions,
): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = await readBlobs(
    files.map(({ oid }) => oid),
    options,
  );
  return new Map(
    files.flatMap(({ path, oid }) => {
      const { content = null, binary = true } = blobs.get(oid) ?? {};
      return content === null || binary ? [] : [[path, content] as const];
    }),
  );
}
