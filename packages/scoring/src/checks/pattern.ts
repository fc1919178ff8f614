import { RE2Set } from 're2js';
import { type Budget, CheckFault } from './check.ts';
import { patternSize } from './pattern-size.ts';

/** Says whether a text has a match in it, in time that grows with the text and with nothing else. */
export interface Pattern {
  test(text: string, budget: Budget): boolean;
}

const LONGEST = 1000;
const LARGEST = 10_000;
// building costs this many times what one step of looking does
const STEPS_TO_BUILD = 300;
// of states worked out ahead. A large store of them pays for friendly patterns only, and hostile ones fill it slowly
const CACHE_BYTES = 128 * 1024;
const MOST_KEPT = 100;

interface Built {
  readonly set: RE2Set;
  readonly size: number;
}

// callers send the same few patterns with every request
const kept = new Map<string, Built>();

/** A pattern in the syntax of RE2: no look-around, no back-references. Flags are any of i, m and s. */
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
  if (source.length > LONGEST + 8) throw new CheckFault(`expected a pattern of at most ${LONGEST} characters`);
  const size = patternSize(source);
  if (size > LARGEST) {
    throw new CheckFault('expected a smaller pattern, found one whose repetitions or classes make it huge');
  }
  budget.spend(size * STEPS_TO_BUILD);
  const set = new RE2Set(RE2Set.UNANCHORED, 0, CACHE_BYTES);
  try {
    set.add(source);
    set.compile();
  } catch (error) {
    throw new CheckFault(`expected a pattern of RE2, found ${describe(error)}`);
  }
  return { set, size };
}

// its words begin with what we have said already
const describe = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /, '').slice(0, 200);

function keep(source: string, built: Built): Built {
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(source, built);
  return built;
}
