import type { Line } from '../../inventory/outline.ts';
import type { UnitChange } from '../unit-change.ts';

/** Whether a condition is about a variable that outlives a call and that the change counts up. */
export const isCounter = (text: string, { gained }: Pick<UnitChange, 'gained'>): boolean => {
  const counters = listCounters(gained);
  return counters.size > 0 && (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).some((name) => counters.has(name));
};

const known = new WeakMap<readonly Line[], ReadonlySet<string>>();

/** The variables that a change counts up, read once for a file. */
function listCounters(gained: readonly Line[]): ReadonlySet<string> {
  const found = known.get(gained);
  if (found !== undefined) return found;
  const counted = new Set(
    gained.flatMap(
      ({ text }) =>
        COUNTS.exec(text)
          ?.slice(1)
          .find((part) => part !== undefined) ?? [],
    ),
  );
  const lasting = counted.size === 0 ? [] : gained.filter(lasts);
  const counters = new Set([...counted].slice(0, MOST_COUNTED).filter((name) => lasting.some(declares(name))));
  known.set(gained, counters);
  return counters;
}

// hostile code may count everything
const MOST_COUNTED = 200;

const COUNTS = new RegExp(
  [
    '([\\w$]+)(?:\\+=1|\\+\\+)|\\+\\+([\\w$]+)',
    '([\\w$]+)\\.(?:fetch_add|Add|getAndIncrement|incrementAndGet)\\(',
    '\\bAdd\\w*\\(&([\\w$]+)|\\bnext\\(([\\w$]+)',
  ].join('|'),
);

// a class, or what creates its objects
const CREATES = /^(?:(?:public |private |static |final )*(?:class|impl|struct)\b)|\b(?:__init__|constructor)\(/;

const lasts = ({ guards }: Line): boolean => guards.length === 0 || CREATES.test(guards.at(-1) ?? '');

function declares(name: string): (line: Line) => boolean {
  const declared = new RegExp(
    `(?:^|\\s|\\(|self\\.|this\\.)${name.replaceAll('$', '\\$')}(?::[^=]*)?(?:=|:=| \\w+$|$)`,
  );
  return ({ text }) => declared.test(text);
}
