import type { MineOptions } from './mine.ts';

/** How long mining has taken, what it found, and when it must end. */
export interface MiningClock extends Disposable {
  /** Aborted by the user, or when the budget is used up. */
  readonly signal: AbortSignal;
  /** Tasks made by this call. */
  readonly made: number;
  found(candidates: number, commits: number): void;
  tried(wall_ms: number, is_task: boolean): void;
  /** Throws if what is left of the budget is too short for another attempt. */
  checkTime(): void;
  /** Whether the budget, not the user, ended it. */
  is_over(): boolean;
}

const FIRST_WORD_MS = 30_000;

/** Starts the clock. After half a minute it says what was found so far and how long the rest will take. */
export function startClock({
  budget_ms,
  limit,
  host,
  signal,
  events,
}: Pick<MineOptions, 'budget_ms' | 'limit' | 'host' | 'signal' | 'events'>): MiningClock {
  const end = new AbortController();
  const began_ms = host.now();
  const timers = [setTimeout(() => events.remarked(describe()), FIRST_WORD_MS)];
  if (budget_ms !== undefined) timers.push(setTimeout(() => end.abort(), budget_ms));
  const attempts_ms: number[] = [];
  let [made, candidates, commits] = [0, 0, 0];

  const average_ms = (): number => attempts_ms.reduce((sum, ms) => sum + ms, 0) / attempts_ms.length;
  const describe = (): string => {
    const seen = `so far: ${count(candidates, 'candidate')} in ${count(commits, 'commit')}, ${attempts_ms.length} tried, ${made} proven`;
    if (attempts_ms.length === 0) return `${seen}. The first takes longest, because its dependencies are installed.`;
    const each_ms = average_ms();
    const needed = made === 0 ? candidates : Math.min(candidates, (limit / made) * attempts_ms.length);
    const rest_ms = Math.max(0, needed - attempts_ms.length) * each_ms;
    const planned_ms = budget_ms === undefined ? rest_ms : Math.min(rest_ms, began_ms + budget_ms - host.now());
    return `${seen}. Each takes about ${Math.ceil(each_ms / 1000)} s; these take about ${Math.ceil(planned_ms / 60_000)} min more.`;
  };
  return {
    signal: AbortSignal.any([signal, end.signal]),
    get made() {
      return made;
    },
    found(more, of) {
      candidates += more;
      commits = of;
    },
    tried(wall_ms, is_task) {
      attempts_ms.push(wall_ms);
      if (is_task) made += 1;
    },
    checkTime() {
      if (budget_ms === undefined || attempts_ms.length === 0) return;
      // the first attempt also installs, so the average says too much
      if (host.now() + Math.min(...attempts_ms) <= began_ms + budget_ms) return;
      end.abort();
      end.signal.throwIfAborted();
    },
    is_over: () => end.signal.aborted && !signal.aborted,
    [Symbol.dispose]: () => timers.forEach(clearTimeout),
  };
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
