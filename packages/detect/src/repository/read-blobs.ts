import { AssayError } from '@assay/schema';
import { readAsSource } from '../signals/read-as-source.ts';
import type { ObjectReader } from '../trees/object-reader.ts';
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
  readonly objects: ObjectReader;
  readonly signal?: AbortSignal;
}

/** Reads many blobs: first their sizes, then the content of those not too large. */
export async function readBlobs(
  oids: readonly string[],
  { objects, signal }: BlobOptions,
): Promise<ReadonlyMap<string, Blob>> {
  const wanted = [...new Set(oids)];
  const blobs = new Map<string, Blob>();
  const sizes = await readSizes(wanted, objects);
  const small = wanted.filter((_, index) => (sizes[index] ?? 0) <= MAX_TEXT_BYTES);
  const total = sizes.reduce((sum, size) => sum + (size <= MAX_TEXT_BYTES ? size : 0), 0);
  if (total > MAX_CHANGE_BYTES)
    throw new AssayError(
      'payload_too_large',
      `the changed files have ${total} bytes, at most ${MAX_CHANGE_BYTES} are supported; check the change in parts`,
    );
  for (const [index, oid] of wanted.entries())
    blobs.set(oid, { size_bytes: sizes[index] ?? 0, content: null, binary: false });
  for (let from = 0; from < small.length; from += ASKED_AT_ONCE) {
    if (signal?.aborted === true) throw new AssayError('interrupted', 'stopped while reading the change');
    await Promise.all(
      small.slice(from, from + ASKED_AT_ONCE).map(async (oid) => {
        const { content } = await objects.read(oid);
        const binary = content.subarray(0, BINARY_WITHIN_BYTES).includes(0);
        blobs.set(oid, { size_bytes: content.length, content, binary });
      }),
    );
  }
  return blobs;
}

/** The sizes of blobs, in order; throws if one is missing. */
export const readSizes = (oids: readonly string[], objects: ObjectReader): Promise<number[]> =>
  Promise.all(
    oids.map(async (oid) => {
      const size = await objects.size(oid);
      if (size !== null) return size;
      throw new AssayError(
        'unreadable_file',
        `${oid} is missing in this partial clone; fetch it with git fetch --refetch --no-filter`,
      );
    }),
  );

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
      const blob = blobs.get(oid);
      const content = blob === undefined ? null : readText(path, blob);
      return content === null ? [] : [[path, content] as const];
    }),
  );
}

/** The content of a text file, or of source that contains NUL bytes; null if it is binary or too large. */
export const readText = (path: string, { content, binary }: Blob): Buffer | null =>
  content === null ? null : readAsSource(path, { content, binary });
