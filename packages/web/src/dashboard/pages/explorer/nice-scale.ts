/** A scale from 0, with ticks at round numbers. */
export interface NiceScale {
  readonly high: number;
  readonly ticks: readonly number[];
}

const ROUND = [1, 2, 2.5, 5, 10];
// as many labels as fit on a phone
const MOST_STEPS = 4;

/** The scale from 0 to a round number that includes `most`. */
export function niceScale(most: number): NiceScale {
  const exponent = most > 0 ? Math.floor(Math.log10(most / MOST_STEPS)) : 0;
  // negative powers of ten are not exact; dividing by a positive power is
  const at = (steps: number): number => (exponent < 0 ? steps / 10 ** -exponent : steps * 10 ** exponent);
  const size = ROUND.find((round) => at(round * MOST_STEPS) >= most) ?? 10;
  const steps = Math.max(1, Math.ceil(most / at(size)));
  const ticks = Array.from({ length: steps + 1 }, (_, step) => at(size * step));
  return { high: at(size * steps), ticks };
}
