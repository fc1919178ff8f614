/** One way in which the share of the code that was run is told. */
export interface CoverageReader {
  readonly id: string;
  /** The percentage, or undefined when the text does not tell it. The lowest where it is told more than once. */
  read(text: string): number | undefined;
}

/** Declares a reader. */
export const defineCoverageReader = (reader: CoverageReader): CoverageReader => Object.freeze(reader);

/** The lowest percentage of these; undefined when there is none or one is no percentage. */
export function lowest(percents: readonly number[]): number | undefined {
  const least = percents.reduce((a, b) => Math.min(a, b), 101);
  return percents.every((percent) => percent >= 0 && percent <= 100) && least <= 100 ? least : undefined;
}
