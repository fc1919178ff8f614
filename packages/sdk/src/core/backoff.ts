interface Backoff {
  /** How often it failed so far, at least once. */
  readonly failures: number;
  readonly first_ms: number;
  readonly most_ms: number;
  /** 0 to 1; what keeps many clients from coming back at the same moment. */
  readonly random: () => number;
}

/** How long to wait: twice as long after each failure, and a random part of the second half less. */
export function backoff({ failures, first_ms, most_ms, random }: Backoff): number {
  const full = Math.min(most_ms, first_ms * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (full / 2) * random();
}
