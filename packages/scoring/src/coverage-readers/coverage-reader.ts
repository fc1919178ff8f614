/** Reads one coverage format. */
export interface CoverageReader {
  readonly id: string;
  /** The percentage, the lowest if there are several; undefined when the text contains none. */
  read(text: string): number | undefined;
}

/** Defines a reader. */
export const defineCoverageReader = (reader: CoverageReader): CoverageReader => Object.freeze(reader);

/** The lowest percentage; undefined when there is none or one is invalid. */
export function lowest(percents: readonly number[]): number | undefined {
  const least = percents.reduce((a, b) => Math.min(a, b), 101);
  return percents.every((percent) => percent >= 0 && percent <= 100) && least <= 100 ? least : undefined;
}
