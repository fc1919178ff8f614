import { RE2Set } from 're2js';
import { type Budget, CheckError } from './check.ts';
import { patternSize } from './pattern-size.ts';

/** Tests whether a text contains a match, in time linear in the text. */
export interface Pattern {
  test(text: string, budget: Budget): boolean;
}

const LONGEST = 1000;
const LARGEST = 10_000;
// building takes this many times the work of a matching step
const STEPS_TO_BUILD = 300;
// cache of precomputed states: a larger one only helps friendly patterns, and hostile ones fill it slowly
const CACHE_BYTES = 128 * 1024;
const MOST_KEPT = 100;

interface Built {
  readonly set: RE2Set;
  readonly size: number;
}

// callers send the same few patterns with every request
const kept = new Map<string, Built>();

/** Compiles an RE2 pattern: no look-around, no back-references. Flags: any of i, m and s. */
export function compilePattern(pattern: string, budget: Budget, flags = ''): Pattern {
  const source = flags === '' ? pattern : `(?${flags})${pattern}`;
  const { set, size } = kept.get(source) ?? keep(source, build(source, budget));
  return {
    test(text, spender) {
      spender.spend(size * (text.length + 1));
      return set.match(text).length > 0;
    },
  };
}

function build(source: string, budget: Budget): Built {
  if (source.length > LONGEST + 8) throw new CheckError(`expected a pattern of at most ${LONGEST} characters`);
  const size = patternSize(source);
  if (size > LARGEST) {
    throw new CheckError('expected a smaller pattern, found one with too many repetitions or classes');
  }
  budget.spend(size * STEPS_TO_BUILD);
  const set = new RE2Set(RE2Set.UNANCHORED, 0, CACHE_BYTES);
  try {
    set.add(source);
    set.compile();
  } catch (error) {
    throw new CheckError(`expected an RE2 pattern, found ${describe(error)}`);
  }
  return { set, size };
}

// removes a prefix that repeats our message
const describe = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '').slice(0, 200);

function keep(source: string, built: Built): Built {
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(source, built);
  return built;
}
