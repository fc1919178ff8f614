import type { Line } from '../../inventory/outline.ts';
import type { UnitChange } from '../unit-change.ts';

/** Names that left the product. */
export function findRemovedNames(product: readonly Pick<UnitChange, 'before' | 'after'>[]): string[] {
  const names = (lines: readonly Line[]): string[] => lines.flatMap(({ text }) => text.match(NAME) ?? []);
  const left = new Set(product.flatMap(({ after }) => names(after)));
  return [...new Set(names(product.flatMap(({ before }) => before)).filter((name) => !left.has(name)))];
}

/** Names that the product got. */
export function findNewNames(product: readonly Pick<UnitChange, 'before' | 'gained'>[]): ReadonlySet<string> {
  const gained = new Set(product.flatMap((change) => change.gained.flatMap(({ text }) => text.match(NAME) ?? [])));
  for (const { before } of gained.size === 0 ? [] : product)
    for (const { text } of before) for (const name of text.match(NAME) ?? []) gained.delete(name);
  return gained;
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
