/** A stretch of amounts from nothing on, with marks at round ones. */
export interface NiceScale {
  readonly high: number;
  readonly ticks: readonly number[];
}

const ROUND = [1, 2, 2.5, 5, 10];
// as many as have room for their words on a phone
const MOST_STEPS = 4;

/** The stretch that holds an amount, up to a round one. */
export function niceScale(most: number): NiceScale {
  const exponent = most > 0 ? Math.floor(Math.log10(most / MOST_STEPS)) : 0;
  // a power below one is not exact, and what is divided by one above is
  const at = (steps: number): number => (exponent < 0 ? steps / 10 ** -exponent : steps * 10 ** exponent);
  const size = ROUND.find((round) => at(round * MOST_STEPS) >= most) ?? 10;
  const steps = Math.max(1, Math.ceil(most / at(size)));
  const ticks = Array.from({ length: steps + 1 }, (_, step) => at(size * step));
  return { high: at(size * steps), ticks };
}
