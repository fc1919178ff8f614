/** What a piece of work did to the thread that serves requests. */
export interface LoopMeasure {
  /** The longest time that the thread was busy without a turn of the event loop. */
  readonly blocked_ms: number;
  /** How much memory the process had more at most. */
  readonly growth_bytes: number;
}

/**
 * Measures the event loop while work is under way: the processor time of this thread between two turns. Other
 * processes, and a machine that is busy, add nothing to it.
 */
export async function measureLoop<Result>(work: () => Promise<Result>): Promise<LoopMeasure & { result: Result }> {
  const start_bytes = process.memoryUsage.rss();
  let [blocked_us, most_bytes, isDone] = [0, start_bytes, false];
  let last = process.threadCpuUsage();
  let looked_ms = performance.now();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    blocked_us = Math.max(blocked_us, user + system);
    if (isDone) return;
    if (performance.now() - looked_ms > 5) {
      most_bytes = Math.max(most_bytes, process.memoryUsage.rss());
      looked_ms = performance.now();
    }
    last = process.threadCpuUsage();
    setImmediate(turn);
  };
  setImmediate(turn);
  try {
    const result = await work();
    // the turn that the answer belongs to
    await new Promise((resolve) => setImmediate(resolve));
    return { result, blocked_ms: blocked_us / 1000, growth_bytes: most_bytes - start_bytes };
  } finally {
    isDone = true;
  }
}
