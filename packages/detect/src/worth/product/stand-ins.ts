import type { Line } from '../../inventory/outline.ts';
import { declaredName } from '../guard.ts';
import type { UnitChange } from '../unit-change.ts';

/** Whether only tests declare a function of this name. */
export type IsStandIn = (name: string) => boolean;

export function createStandInCheck(
  known_tests: readonly string[],
  product: readonly Pick<UnitChange, 'before'>[],
): IsStandIn {
  let declared: Set<string> | undefined;
  return (name) => {
    // most changes never ask
    declared ??= listDeclared(known_tests, product);
    return declared.has(name);
  };
}

function listDeclared(known_tests: readonly string[], product: readonly Pick<UnitChange, 'before'>[]): Set<string> {
  const declared = new Set(
    known_tests.flatMap((text) => [...text.matchAll(METHOD)].flatMap(([, ...names]) => names.filter(Boolean))),
  );
  for (const { before } of product) for (const { text } of before) declared.delete(declaredName(text) ?? '');
  return declared;
}

const METHOD =
  /\b(?:def|fn|func(?: \([^)\n]{0,100}\))?) (\w+)|^[ \t]+(?:async |public |void )*(\w+)\([^()\n]{0,200}\)[^;{\n]{0,100}\{$|\b(?:self|this)\.(\w+) ?=[^=]/gm;

/** Whether code asks for a type that differs between tests and real use, or for something that only tests declare. */
export const asksForStandIn = (text: string, isStandIn: IsStandIn): boolean =>
  ASKED_TYPES.some((asked) => asked.test(text)) || listAsked(text).some(isStandIn);

/** Whether code compares a parameter with its own default, which tells what tests pass from what others use. */
export const asksForDefault = (text: string, lines: readonly Line[]): boolean =>
  [...text.matchAll(/\b(\w+)(?:[!=]==?| is (?:not )?)([A-Za-z_]\w*)\b/g)].some(
    ([, name = '', value = '']) => !CONSTANT.test(value) && listDefaults(lines).has(`${name}=${value}`),
  );

const defaults = new WeakMap<readonly Line[], ReadonlySet<string>>();

/** The defaults of parameters as `name=value`, read once for a file. */
function listDefaults(lines: readonly Line[]): ReadonlySet<string> {
  const known = defaults.get(lines);
  if (known !== undefined) return known;
  const found = new Set(
    lines.flatMap(({ text }) =>
      [...text.matchAll(/(?<=[(,{])(\w+)(?::[^,=()]+)?=([A-Za-z_]\w*)(?=[,)}])/g)].map(
        ([, name, value]) => `${name}=${value}`,
      ),
    ),
  );
  defaults.set(lines, found);
  return found;
}

const CONSTANT = /^(?:null|undefined|None|True|False|true|false|nil|NaN|Infinity|_?[A-Z][A-Z_\d]+)$/;

/** Members that code asks an object for before it uses them. */
const listAsked = (text: string): string[] =>
  [
    ...text.matchAll(/\b[hg](?:as|et)attr\([^,()]+,["'](\w+)["']|["'](\w+)["'] in \w|\btypeof [\w.?]+\.(\w+)[!=]/g),
  ].flatMap(([, ...names]) => names.filter((name) => name !== undefined));

const PARTS = '\\w*(?:[sS]ystem|[rR]eal|[lL]ive|[fF]ake|[mM]ock|[sS]tub|[dD]ummy)';
const ASKED_TYPES: readonly RegExp[] = [
  new RegExp(`\\.\\(\\*?(?:\\w+\\.)?${PARTS}\\w*\\)`),
  new RegExp(`\\binstanceof (?:\\w+\\.)?${PARTS}`),
  new RegExp(`\\bisinstance\\([^,]+,\\(?(?:\\w+\\.)?${PARTS}`),
  new RegExp(`\\bis (?:not )?(?:\\w+\\.)?${PARTS}\\w*:?…?$`),
];
