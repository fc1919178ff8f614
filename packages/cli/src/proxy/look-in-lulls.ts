import type { followTrails } from './follow-trails.ts';

type Follower = ReturnType<typeof followTrails>;

// in the middle of many calls the look would take the time of the next one
const LULL_MS = 20;
const LATEST_MS = 500;
const SLICE_MS = 20;
/** As much as this in a millisecond are many calls at once, or a large file: whoever looks now is in the way. */
const RUSH_BYTES_PER_MS = 1_000;
/** With so much waiting it is looked at all the same. */
export const MOST_PUT_OFF = 32 * 1024 * 1024;

/**
 * Decides when to look: when nothing has gone by for a moment, or after half a second, whatever goes by. While very
 * much goes by it is put off to the next lull, up to a bound.
 */
export function lookInLulls(follow: (onWoken: () => void) => Follower) {
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  let last = { at: 0, arrived: 0 };
  let isLooking = false;

  const measure = () => {
    const now = { at: performance.now(), arrived: follower.arrived() };
    const came = now.arrived - last.arrived;
    const isRush = came > RUSH_BYTES_PER_MS * Math.max(1, now.at - last.at);
    last = now;
    return { came, isRush, waited_ms: now.at - since };
  };
  const consider = (): void => {
    timer = undefined;
    const { came, isRush, waited_ms } = measure();
    const isTime = follower.waiting() > MOST_PUT_OFF || (!isRush && (isLooking || came === 0 || waited_ms > LATEST_MS));
    isLooking = isTime && !follower.look(SLICE_MS);
    if (isTime && !isLooking) since = last.at;
    // a slice at a time, so that whatever else there is to do is done in between
    if (isLooking) setImmediate(consider);
    else if (!isTime || !follower.rest()) timer = setTimeout(consider, LULL_MS);
  };
  const follower = follow(() => {
    if (timer !== undefined || isLooking) return;
    since = performance.now();
    last = { at: since, arrived: follower.arrived() };
    timer = setTimeout(consider, LULL_MS);
  });
  // what was written before this began has sent word
  follower.rest();
  return {
    /** Looks at all that is there. */
    finish: (): void => void follower.look(Number.POSITIVE_INFINITY),
  };
}
