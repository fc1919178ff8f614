import type { Line } from '../../inventory/outline.ts';
import type { UnitChange } from '../unit-change.ts';

/** Whether a condition is about a variable that outlives a call and that the change counts up. */
export function isCounter(text: string, { gained }: Pick<UnitChange, 'gained'>): boolean {
  const names = new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  return gained.some((line) => {
    const counted = COUNTS.exec(line.text)
      ?.slice(1)
      .find((part) => part !== undefined);
    return counted !== undefined && names.has(counted) && gained.some((other) => declares(other, counted));
  });
}

const COUNTS = new RegExp(
  [
    '([\\w$]+)(?:\\+=1|\\+\\+)|\\+\\+([\\w$]+)',
    '([\\w$]+)\\.(?:fetch_add|Add|getAndIncrement|incrementAndGet)\\(',
    '\\bAdd\\w*\\(&([\\w$]+)|\\bnext\\(([\\w$]+)',
  ].join('|'),
);

// a class, or what creates its objects
const CREATES = /^(?:(?:public |private |static |final )*(?:class|impl|struct)\b)|\b(?:__init__|constructor)\(/;

const declares = ({ text, guards }: Line, name: string): boolean =>
  (guards.length === 0 || CREATES.test(guards.at(-1) ?? '')) &&
  new RegExp(`(?:^|\\s|\\(|self\\.|this\\.)${name.replaceAll('$', '\\$')}(?::[^=]*)?(?:=|:=| \\w+$|$)`).test(text);
