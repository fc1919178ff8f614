import { z } from 'zod';

/** A share of something, 0 to 1. */
export const Ratio = z.number().min(0).max(1);

/** A whole score on the 0–100 scale. */
export const Points100 = z.int().min(0).max(100);

/** A non-negative whole number. */
export const Count = z.int().min(0);

/** A length of time in milliseconds, from a monotonic clock. */
export const DurationMs = z.number().min(0);

/** A size in bytes. */
export const Bytes = z.int().min(0);

/** Money in millionths of a US dollar. */
export const UsdMicros = z.int().min(0);

/** Null for an unknown amount, and for one too large to be real. */
export function toUsdMicros(usd: number | null): number | null {
  if (usd === null) return null;
  const micros = Math.round(usd * 1e6);
  return Number.isSafeInteger(micros) ? micros : null;
}

/** The amount in US dollars, for people and formats that want it. */
export const toUsd = (micros: number | null): number | null => (micros === null ? null : micros / 1e6);

/** An instant, RFC 3339 in UTC. */
export const Instant = z.iso.datetime();

/** SHA-256 of a canonical document, in lower-case hexadecimal. */
export const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A closed range with its two ends. */
export const Interval = z.object({ low: z.number(), high: z.number() }).meta({
  id: 'Interval',
  description: 'A 95 % interval: the values the data does not rule out.',
});
export type Interval = z.infer<typeof Interval>;
