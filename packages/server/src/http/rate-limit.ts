import { createBoundedMap } from '../bounded-map.ts';

export interface RateLimitOptions {
  /** How many requests a second a caller may keep up. */
  readonly per_second: number;
  /** How many it may send at once after a pause. */
  readonly burst: number;
  readonly now: () => number;
}

/** Null when the request may go on, else in how many seconds it may be tried again. */
export type RateLimit = (caller: string) => number | null;

interface Bucket {
  tokens: number;
  at_ms: number;
}

// callers that were not seen for longest are forgotten first, and so start afresh
const CALLERS = 10_000;

/** A bucket of tokens for each caller, filled steadily. */
export function createRateLimit({ per_second, burst, now }: RateLimitOptions): RateLimit {
  const buckets = createBoundedMap<Bucket>(CALLERS);
  return (caller) => {
    const at_ms = now();
    const bucket = buckets.get(caller) ?? { tokens: burst, at_ms };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at_ms - bucket.at_ms) / 1_000) * per_second);
    bucket.at_ms = at_ms;
    buckets.set(caller, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / per_second);
    bucket.tokens -= 1;
    return null;
  };
}
