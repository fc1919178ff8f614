import type { TestAssertion, TestCase } from '@assay/schema';
import type { Reading } from './language.ts';
import type { Line, Outline } from './outline.ts';

/**
 * Marks comparisons of the subject with itself as tautologies: both sides are the same call, once variables, fixtures,
 * parameters and helpers of the file are replaced by their values.
 */
export function markSelfComparisons(reading: Reading, outline: Outline): Reading {
  const known = readDefinitions(outline.filter(({ test }) => test === null));
  const byTest = Map.groupBy(
    outline.filter(({ test }) => test !== null),
    ({ test }) => test,
  );
  let left = MOST_LOOKS;
  return {
    ...reading,
    tests: reading.tests.map((test) => {
      const lines = byTest.get(test.name) ?? [];
      const rows = readRows(lines.find(({ declares }) => declares)?.text ?? '');
      // an assertion looks at all lines before it, so a file could make this take minutes
      const looks = lines.length * (1 + rows.length) + known.values.size + known.functions.size;
      const markOne = (one: TestAssertion): TestAssertion => {
        left -= looks;
        return left < 0 ? one : mark(one, { test, lines, rows, known });
      };
      return { ...test, assertions: test.assertions.map(markOne) };
    }),
  };
}

const MOST_LOOKS = 500_000;

interface Context {
  readonly test: TestCase;
  readonly lines: readonly Line[];
  readonly rows: readonly ReadonlyMap<string, string>[];
  readonly known: Definitions;
}

function mark(assertion: TestAssertion, { test, lines, rows, known }: Context): TestAssertion {
  const { subject, expected, strength, negated } = assertion;
  if (expected === null || negated || (strength !== 'exact' && strength !== 'structure')) return assertion;
  const before = lines.filter(({ line }) => line >= test.line && line <= assertion.line);
  const own = readDefinitions(before);
  const isSelf = (row: ReadonlyMap<string, string>): boolean => {
    const values = new Map([...known.fixtures, ...known.values, ...own.values, ...row]);
    const functions = new Map([...known.functions, ...own.functions]);
    const [one, other] = [subject, expected].map((code) => expand(code, { values, functions }));
    return one === other && one !== undefined && CALL.test(one) && !isTouched(one, before, assertion);
  };
  return rows.every(isSelf) ? { ...assertion, strength: 'tautology' } : assertion;
}

const CALL = /[\p{L}\p{N}_$]\(/u;

/** Whether a statement in between may change a value that the call depends on: then both calls may differ. */
function isTouched(code: string, lines: readonly Line[], { line: end }: TestAssertion): boolean {
  const depends = new Set([...code.matchAll(VALUE)].map(([name]) => name));
  return lines.some(
    ({ text, line, declares }) =>
      !declares &&
      line < end &&
      !ASSIGNED.test(text) &&
      !text.startsWith('assert') &&
      !text.startsWith('expect(') &&
      (text.match(NAME) ?? []).some((name) => depends.has(name)),
  );
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
// a name that is not the function of a call, outside of strings
const VALUE = /(?<![\p{L}\p{N}_$."'])[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$"'(])/gu;

interface Definitions {
  readonly values: ReadonlyMap<string, string>;
  /** What a parameter of a test is given by its name. */
  readonly fixtures: ReadonlyMap<string, string>;
  readonly functions: ReadonlyMap<string, { readonly parameters: readonly string[]; readonly returned: string }>;
}

const ASSIGNED =
  /^(?:[\w$<>[\],?.&* ]*[ >\]*&])?((?:self\.|this\.|[@$])?[\p{L}_$][\p{L}\p{N}_$]*)(?::[^=]*)?:?=(?![=>])(.+)$/u;
// Go, without its semicolon: `if got:=f(2)got!=want`
const IF_ASSIGNED = /^if ([\p{L}_$][\p{L}\p{N}_$]*):=(.+\))\1(?:[!=<>]|\.)/u;
const FUNCTION =
  /^(?!(?:if|elif|for|while|with|switch|match|catch|return)\b).*?([\p{L}_$][\p{L}\p{N}_$]*)(?:=(?:async ?)?)?\(([^()]*)\)[^()]*…$/u;
const LONGEST = 1000;

function readDefinitions(lines: readonly Line[]): Definitions {
  const values = new Map<string, string>();
  const fixtures = new Map<string, string>();
  const functions = new Map<string, { parameters: readonly string[]; returned: string }>();
  const bodies = Map.groupBy(lines, ({ guards }) => guards.at(-1));
  for (const { text } of lines) {
    const found = text.length < LONGEST ? (IF_ASSIGNED.exec(text) ?? ASSIGNED.exec(text)) : null;
    const [, name, value] = found ?? [];
    if (name !== undefined && value !== undefined && !value.includes('…')) values.set(name, value);
  }
  for (const { text, declares } of lines) {
    const [, name, parameters = ''] = (!declares && text.length < LONGEST && FUNCTION.exec(text)) || [];
    const last = name === undefined ? undefined : bodies.get(text)?.at(-1);
    if (name === undefined || last === undefined) continue;
    const returned = last.text.replace(/^(?:return|yield) ?/, '');
    functions.set(name, { parameters: split(parameters).map((one) => one.match(NAME)?.[0] ?? ''), returned });
    if (text.includes('fixture')) fixtures.set(name, returned);
  }
  return { values, fixtures, functions };
}

const DEEPEST = 8;

/** Code with names and calls of helpers replaced by their values. */
function expand(
  code: string,
  { values, functions }: Pick<Definitions, 'values' | 'functions'>,
  depth = 0,
): string | undefined {
  if (depth > DEEPEST || code.length > LONGEST) return undefined;
  let changed = false;
  const next = code
    .replace(HELPER_CALL, (call, name: string, given: string) => {
      const helper = functions.get(name);
      if (helper === undefined) return call;
      changed = true;
      const bound = new Map(split(given).map((value, index) => [helper.parameters[index] ?? '', value]));
      return helper.returned.replace(REPLACED, (one) => bound.get(one) ?? one);
    })
    .replace(REPLACED, (name) => {
      const value = values.get(name);
      if (value === undefined || value === name) return name;
      changed = true;
      return value;
    });
  return changed ? expand(next, { values, functions }, depth + 1) : next.replace(/^await /, '');
}

const HELPER_CALL = /(?<![\p{L}\p{N}_$."'])([\p{L}_$][\p{L}\p{N}_$]*)\(([^()]*)\)/gu;
const REPLACED = /(?<![\p{L}\p{N}_$."'])(?:self\.|this\.|[@$])?[\p{L}_$][\p{L}\p{N}_$]*(?![\p{L}\p{N}_$"'(=])/gu;

const PARAMETRIZED = /parametrize\(\[?["(]?"?([\w", ]+?)"?[\])]?,\[(.*)\]\)\)?(?=@|(?:async )?def )/g;
const EACH = /\.each\(\[(.*)\]\)\(.*?,(?:async ?)?\(?([\w,]*)\)?=>…/;
const MOST_ROWS = 200;
const LONGEST_HEAD = 100_000;

/** The values of the parameters of a test, row by row; one row without any if it has none. */
function readRows(head: string): ReadonlyMap<string, string>[] {
  if (head.length > LONGEST_HEAD) return [new Map()];
  const tables = [
    ...[...head.matchAll(PARAMETRIZED)].map(([, names = '', rows = '']) => [names.replace(/"/g, ''), rows] as const),
    ...[EACH.exec(head)].flatMap((found) => (found === null ? [] : [[found[2] ?? '', found[1] ?? ''] as const])),
  ];
  return tables.reduce<ReadonlyMap<string, string>[]>(
    (known, [names, rows]) => {
      const values = split(rows).slice(0, MOST_ROWS);
      return known
        .flatMap((row) => values.map((cells) => new Map([...row, ...bind(names, cells)])))
        .slice(0, MOST_ROWS);
    },
    [new Map()],
  );
}

function bind(names: string, values: string): [string, string][] {
  const keys = split(names.replaceAll(' ', ''));
  const cells =
    /^[([]/.test(values) && (keys.length > 1 || values.startsWith('[')) ? split(values.slice(1, -1)) : [values];
  return keys.map((key, index) => [key, cells[index] ?? key]);
}

/** Parts between commas that are not inside brackets or strings. */
function split(list: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const token of list.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\s\S]/g) ?? []) {
    if (token === ',' && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    if ('([{'.includes(token)) depth += 1;
    if (')]}'.includes(token)) depth -= 1;
    part += token;
  }
  return part === '' ? parts : [...parts, part];
}
