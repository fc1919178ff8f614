import { AssayError } from '@assay/schema';

/** Runs a task of an owner when it is its turn. */
export type FairQueue = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

export interface FairQueueOptions {
  /** Waiting tasks per owner. */
  readonly most_waiting: number;
  /** Tasks that run at the same time (default: 1). */
  readonly at_once?: number;
}

/**
 * Runs few tasks at once. Owners take turns, so that nobody waits for more than one task of each other. An owner with
 * too many waiting tasks is refused.
 */
export function createFairQueue({ most_waiting, at_once = 1 }: FairQueueOptions): FairQueue {
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let working = 0;
  const workAll = async (): Promise<void> => {
    working++;
    for (let next = takeNext(waiting); next !== undefined; next = takeNext(waiting)) await next();
    working--;
  };
  return <Result>(owner: string, work: () => Promise<Result>) => {
    const tasks = waiting.get(owner) ?? [];
    if (tasks.length >= most_waiting) return Promise.reject<Result>(tooMany(most_waiting));
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.set(owner, [...tasks, () => start(work).then(resolve, reject)]);
    if (working < at_once) void workAll();
    return promise;
  };
}

// turns an error that is thrown at once into a rejection
const start = async <Result>(work: () => Promise<Result>): Promise<Result> => work();

// the owner whose turn it was goes to the end of the line
function takeNext(waiting: Map<string, (() => Promise<void>)[]>): (() => Promise<void>) | undefined {
  for (const [owner, [task, ...rest]] of waiting) {
    waiting.delete(owner);
    if (rest.length > 0) waiting.set(owner, rest);
    return task;
  }
  return undefined;
}

const tooMany = (most: number): AssayError =>
  new AssayError('rate_limited', `${most} requests of yours that take long are waiting; send the next one later`, {
    cause: { retry_after_s: 5 },
  });
