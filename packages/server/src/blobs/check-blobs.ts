import { AssayError } from '@assay/schema';
import type { Store } from '../store/store.ts';
import { readPart } from '../store/tables/contents/evidence-parts.ts';
import { type DamagedContent, describeDamage } from './damaged-content.ts';
import { listContents } from './list-contents.ts';

export interface CheckedBlobs {
  readonly checked: number;
  readonly bytes: number;
  /** The number of contents per location. */
  readonly locations: Readonly<Record<string, number>>;
  readonly damaged: readonly DamagedContent[];
}

export interface CheckBlobsOptions {
  readonly store: Pick<Store, 'blobs' | 'contents'>;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** Reads every content and compares it with its digest. */
export async function checkBlobs({ store, onProgress, signal }: CheckBlobsOptions): Promise<CheckedBlobs> {
  const locations: Record<string, number> = {};
  const damaged: DamagedContent[] = [];
  let [checked, bytes] = [0, 0];
  for await (const content of listContents(store)) {
    if (signal.aborted) throw new AssayError('interrupted', `interrupted after ${checked} contents`);
    const name = await store.contents.describeContent(content);
    const find = () => store.contents.find(content);
    try {
      if ((await readPart(store.blobs, { find, name })) === undefined) continue;
    } catch (error) {
      damaged.push(describeDamage(content, error));
    }
    locations[content.location] = (locations[content.location] ?? 0) + 1;
    bytes += content.size_bytes;
    checked += 1;
    onProgress(checked);
  }
  return { checked, bytes, locations, damaged };
}
