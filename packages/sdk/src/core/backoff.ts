interface Backoff {
  /** Number of failures so far, at least 1. */
  readonly failures: number;
  readonly first_ms: number;
  readonly most_ms: number;
  /** 0 to 1; keeps clients from retrying at the same time. */
  readonly random: () => number;
}

/** Exponential backoff with jitter: doubles after each failure; the wait is between half and all of that. */
export function backoff({ failures, first_ms, most_ms, random }: Backoff): number {
  const full = Math.min(most_ms, first_ms * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (full / 2) * random();
}
