import type { Host } from '../contracts/host.ts';
import type { JudgeFailure } from './backend.ts';

const FIRST_WAIT_MS = 1_000;
const GROWTH = 4;
/** A service that wants to be left alone for longer is not asked again: whoever waits for the run would rather know. */
const LONGEST_WAIT_MS = 120_000;

/** How long to wait after a failure before asking again; null when that is of no use. */
export function waitAfter(
  { again, retry_after_ms }: JudgeFailure,
  { retries, host }: { readonly retries: number; readonly host: Host },
): number | null {
  if (!again || (retry_after_ms ?? 0) > LONGEST_WAIT_MS) return null;
  // many that were turned away together must not come back together
  const jitter = (host.entropy(1)[0] ?? 0) / 256;
  const own = FIRST_WAIT_MS * GROWTH ** retries * (1 + jitter / 2);
  return Math.round(Math.max(own, (retry_after_ms ?? 0) + FIRST_WAIT_MS * jitter));
}
