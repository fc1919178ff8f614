import type { Line } from '../inventory/outline.ts';
import { canonical } from './canonical.ts';
import { type Declared, rename } from './rename.ts';
import type { Scope } from './scope.ts';

/** A test, or everything outside tests, before and after. */
export interface Unit {
  /** Null for the code outside tests. */
  readonly test: string | null;
  readonly path: string;
  /** Its place and name before, if it had others. */
  readonly was?: { readonly path: string; readonly test: string };
  readonly before: readonly Line[];
  readonly after: readonly Line[];
  /** All statements of the file, tests included; of code outside tests only. */
  readonly file?: { readonly before: readonly Line[]; readonly after: readonly Line[] };
}

/** A line with the statements around it, before and after. */
export interface Moved {
  readonly before: Line;
  readonly after: Line;
}

/** What a change did to a unit. */
export interface UnitChange extends Unit {
  /** The same statements under other guards. */
  readonly moved: readonly Moved[];
  readonly lost: readonly Line[];
  readonly gained: readonly Line[];
  /** Whether what it uses changed outside the tests, which may explain what it does. */
  readonly product_changed: boolean;
  /** Statements that are new in the product. */
  readonly product_gained: readonly Line[];
  /** Names that the product got. */
  readonly product_names: ReadonlySet<string>;
  /** Functions and types that tests got. */
  readonly test_names: ReadonlySet<string>;
  /** Everything that tests consist of after the change. */
  readonly scope: Scope;
  /** Everything that tests consisted of before it. */
  readonly old_scope: Scope;
  /** Platforms that the change introduces outside tests. */
  readonly new_platforms: ReadonlySet<string>;
  /** Names that tests used before the change without declaring them. */
  readonly used: ReadonlySet<string>;
}

/** The statements that differ between two sides. Names that were only replaced by others do not count. */
export function compareUnit(unit: Unit, declared: Declared): Pick<UnitChange, 'moved' | 'lost' | 'gained'> {
  // most statements are the same on both sides, and the plain comparison is the cheap one
  const literal = cancel(unit.before, unit.after, writtenAs);
  const exact = cancel(literal.lost, literal.gained, keyOf);
  const renamed = rename(exact.lost, exact.gained, declared);
  const { lost, gained } = cancel(renamed, exact.gained, keyOf);
  const { pairs, ...rest } = cancel(lost, gained, ({ text }) => text);
  return { moved: pairs, ...rest };
}

/** Statements that moved to another unit unchanged are neither lost nor gained. */
export function cancelAcross<T extends Pick<UnitChange, 'lost' | 'gained'>>(changes: readonly T[]): T[] {
  const { lost, gained } = cancel(
    changes.flatMap((change) => change.lost),
    changes.flatMap((change) => change.gained),
    keyOf,
  );
  const open = new Set([...lost, ...gained]);
  return changes.map((change) => ({
    ...change,
    lost: change.lost.filter((line) => open.has(line)),
    gained: change.gained.filter((line) => open.has(line)),
  }));
}

const writtenAs = ({ text, guards, declares }: Line): string => `${declares}\n${guards.join('\n')}\n${text}`;

const keys = new WeakMap<Line, string>();

/** Equal for lines that check the same under the same guards. */
function keyOf(line: Line): string {
  const known = keys.get(line);
  if (known !== undefined) return known;
  const { text, guards, declares } = line;
  const key = [declares, ...guards.map(canonical), canonical(text)].join('\n');
  keys.set(line, key);
  return key;
}

function cancel(
  before: readonly Line[],
  after: readonly Line[],
  key: (line: Line) => string,
): { pairs: Moved[]; lost: Line[]; gained: Line[] } {
  if (before.length === 0 || after.length === 0) return { pairs: [], lost: [...before], gained: [...after] };
  const waiting = Map.groupBy(after, key);
  const pairs: Moved[] = [];
  const found = new Set<Line>();
  const lost = before.filter((line) => {
    const same = waiting.get(key(line))?.shift();
    if (same === undefined) return true;
    found.add(same);
    pairs.push({ before: line, after: same });
    return false;
  });
  return { pairs, lost, gained: after.filter((line) => !found.has(line)) };
}
