import { setImmediate } from 'node:timers/promises';
import { AssayError } from '@assay/schema';

export interface GroupCommitOptions<Item, Result> {
  /** The maximum number of concurrent batches. */
  readonly lanes: number;
  readonly batch_size: number;
  /** Items with the same name use the same lane, so they keep their order. */
  readonly nameOf: (item: Item) => string;
  /** One result per item, in order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
}

export interface GroupCommit<Item, Result> {
  /** Settles after the batch of the item. */
  submit(item: Item): Promise<Result>;
  /** Settles when no item is queued or being committed. */
  idle(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface Lane<Item, Result> {
  waiting: Waiting<Item, Result>[];
  work: Promise<void> | null;
}

/**
 * Commits items that arrive during a commit together as the next batch. Never waits for more items. If a batch fails,
 * each of its items is tried alone, so that none fails because of another.
 */
export function createGroupCommit<Item, Result>(options: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  const lanes = Array.from({ length: options.lanes }, (): Lane<Item, Result> => ({ waiting: [], work: null }));
  return {
    submit(item) {
      const lane = lanes[hash(options.nameOf(item)) % lanes.length] as Lane<Item, Result>;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      lane.waiting.push({ item, resolve, reject });
      lane.work ??= drain(lane, options);
      return promise;
    },
    async idle() {
      while (lanes.some(({ work }) => work !== null)) await Promise.all(lanes.map(({ work }) => work));
    },
  };
}

async function drain<Item, Result>(
  lane: Lane<Item, Result>,
  { batch_size, commit }: GroupCommitOptions<Item, Result>,
): Promise<void> {
  // items of the same event loop turn join the first batch
  await setImmediate();
  while (lane.waiting.length > 0) {
    const batch = lane.waiting.splice(0, batch_size);
    try {
      const results = await commit(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await commitAlone(one, commit);
    }
  }
  lane.work = null;
}

async function commitAlone<Item, Result>(
  { item, resolve, reject }: Waiting<Item, Result>,
  commit: GroupCommitOptions<Item, Result>['commit'],
): Promise<void> {
  try {
    const [result] = await commit([item]);
    resolve(result as Result);
  } catch (error) {
    reject(error);
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof AssayError && error.code === 'database_unavailable';

// spreads names over lanes; any hash works
function hash(name: string): number {
  let value = 0;
  for (let at = 0; at < name.length; at++) value = (Math.imul(value, 31) + name.charCodeAt(at)) >>> 0;
  return value;
}
