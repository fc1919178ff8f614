import type { ChangedFile, ObjectStore, Snapshot } from '@assay/detect';
import { type CodeEvidence, MAX_TEXT_BYTES, readAsSource, readCode } from '@assay/detect';
import type { ChangedPath, FileState, ScorerSpec } from '@assay/schema';
import type { GradedChange } from '../plan/run-request.ts';

interface CodePlace {
  readonly store: ObjectStore;
  readonly baseline: Pick<Snapshot, 'files'>;
}

/** Reads the changed code from the store, as far as scorers need it. */
export async function gatherCode(
  changed: readonly ChangedPath[],
  { scorers, ...place }: CodePlace & { readonly scorers: readonly ScorerSpec[] },
): Promise<CodeEvidence> {
  const { files, ...rest } = await readChanged(changed, place);
  return await readCode(files, scorers, rest);
}

/** The changed text files, and how to read others. */
export async function readChanged(
  changed: readonly Pick<ChangedPath, 'path' | 'before' | 'after'>[],
  { store, baseline }: CodePlace,
): Promise<Pick<GradedChange, 'files' | 'unread' | 'readUnchanged'>> {
  const read = async (path: string, state: FileState | null | undefined): Promise<Buffer | null> => {
    if (state?.kind !== 'file' || state.size_bytes > MAX_TEXT_BYTES) return null;
    return readAsSource(path, { content: await store.read(state.oid), binary: state.binary });
  };
  const files = new Map<string, ChangedFile>();
  for (const { path, before, after } of changed)
    files.set(path, { before: await read(path, before), after: await read(path, after) });
  const large = changed.filter(({ before, after }) => [before, after].some((state) => isTooLarge(state)));
  return {
    files,
    unread: large.map(({ path }) => path),
    readUnchanged: async (choose) => {
      const unchanged = [...baseline.files.keys()].filter((path) => !files.has(path));
      const texts = new Map<string, Buffer>();
      for (const path of choose(unchanged)) {
        const text = await read(path, baseline.files.get(path));
        if (text !== null) texts.set(path, text);
      }
      return texts;
    },
  };
}

const isTooLarge = (state: FileState | null): boolean =>
  state?.kind === 'file' && !state.binary && state.size_bytes > MAX_TEXT_BYTES;
