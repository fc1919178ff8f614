import { createBoundedMap } from '../bounded-map.ts';

export interface RateLimitOptions {
  /** Sustained requests per second per caller. */
  readonly per_second: number;
  /** Requests a caller may send at once after a pause. */
  readonly burst: number;
  readonly now: () => number;
}

/** Null if the request is allowed, otherwise the seconds until a retry. A cost of 0 only asks. */
export type RateLimit = (caller: string, cost?: 0 | 1) => number | null;

interface Bucket {
  tokens: number;
  at_ms: number;
}

// the callers idle longest are dropped first and start with a full bucket
const CALLERS = 10_000;

/** A token bucket per caller. */
export function createRateLimit({ per_second, burst, now }: RateLimitOptions): RateLimit {
  const buckets = createBoundedMap<Bucket>(CALLERS);
  return (caller, cost = 1) => {
    const at_ms = now();
    const bucket = buckets.get(caller) ?? { tokens: burst, at_ms };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at_ms - bucket.at_ms) / 1_000) * per_second);
    bucket.at_ms = at_ms;
    buckets.set(caller, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / per_second);
    bucket.tokens -= cost;
    return null;
  };
}
