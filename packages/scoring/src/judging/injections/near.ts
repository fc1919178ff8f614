interface Options {
  /** The most characters between the two. */
  readonly within: number;
  /** Makes a match harmless when it is next to the second, outside of both. */
  readonly unless?: RegExp;
}

/**
 * Creates a search for two patterns close to each other, in either order; give the rarer one first. Uses two scans,
 * because a single pattern with a gap could take very long.
 */
export function near(first: RegExp, second: RegExp, { within, unless }: Options): (text: string) => number | null {
  const spansOf = (pattern: RegExp, text: string): Span[] =>
    Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length }));

  return (text) => {
    const firsts = spansOf(first, text);
    if (firsts.length === 0) return null;
    const seconds = spansOf(second, text);
    let from = 0;
    for (const one of firsts) {
      while (from < seconds.length && (seconds[from] as Span).end + within < one.start) from++;
      for (let index = from; index < seconds.length; index++) {
        const other = seconds[index] as Span;
        if (other.start > one.end + within) break;
        const apart = other.start >= one.end || other.end <= one.start;
        if (apart && !(unless && isTamed(text, { one, other, unless }))) return Math.min(one.start, other.start);
      }
    }
    return null;
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** About one sentence. */
const BESIDE = 70;

function isTamed(text: string, { one, other, unless }: { one: Span; other: Span; unless: RegExp }): boolean {
  const [start, end] = [Math.max(0, other.start - BESIDE), other.end + BESIDE];
  return Array.from(text.slice(start, end).matchAll(unless)).some((match) => {
    const at = start + match.index;
    return !(at >= one.start && at < one.end) && !(at >= other.start && at < other.end);
  });
}
