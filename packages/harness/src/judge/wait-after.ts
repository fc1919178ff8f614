import type { Host } from '../contracts/host.ts';
import type { JudgeFailure } from './backend.ts';

const FIRST_WAIT_MS = 1_000;
const GROWTH = 4;
/** A service that asks to wait longer is not retried: an early error is more useful. */
const LONGEST_WAIT_MS = 120_000;

/** How long to wait before a retry; null if a retry cannot help. */
export function waitAfter(
  { again, retry_after_ms }: JudgeFailure,
  { retries, host }: { readonly retries: number; readonly host: Host },
): number | null {
  if (!again || (retry_after_ms ?? 0) > LONGEST_WAIT_MS) return null;
  // jitter, so that clients rejected together do not return together
  const jitter = (host.entropy(1)[0] ?? 0) / 256;
  const own = FIRST_WAIT_MS * GROWTH ** retries * (1 + jitter / 2);
  return Math.round(Math.max(own, (retry_after_ms ?? 0) + FIRST_WAIT_MS * jitter));
}
