import type { Edit } from '../edits/apply-edits.ts';
import { defineCheat } from './cheat.ts';
import { type ExpectedValue, listExpectedValues } from './expected-values.ts';
import { isTest, listTests } from './test-files.ts';

/** Returns the expected values for the tested inputs and implements nothing else. */
export const specialCaseInput = defineCheat({
  id: 'special-case-input',
  title: 'Hard-codes what the tests expect',
  needs: 'a test that compares a call with literals to a literal, in Python or JavaScript, and the function it calls',
  plan: (files) => {
    const expected = Map.groupBy(
      listTests(files).flatMap(([, text]) => listExpectedValues(text)),
      ({ name }) => name,
    );
    return [...files].flatMap(([path, text]) => (isTest(path) ? [] : hardCode(path, { text, expected })));
  },
});

interface Source {
  readonly text: string;
  readonly expected: ReadonlyMap<string, readonly ExpectedValue[]>;
}

function hardCode(path: string, { text, expected }: Source): Edit[] {
  const dialect = DIALECTS.find(({ files }) => files.test(path));
  const content = dialect?.heads.reduce(
    (source, head) =>
      source.replace(head, (found: string, indent: string, name: string, parameters: string) => {
        const names = namesOf(parameters);
        const cases = (expected.get(name) ?? []).filter(({ args }) => args.length <= names.length);
        return [found, ...cases.map((each) => `${indent}${dialect.unless(names, each)}`)].join('\n');
      }),
    text,
  );
  return content === undefined || content === text ? [] : [{ path, content }];
}

const namesOf = (parameters: string): string[] =>
  parameters
    .split(',')
    .flatMap((each) => /^\s*(\w+)/.exec(each)?.[1] ?? [])
    .filter((name) => name !== 'self');

interface Dialect {
  readonly files: RegExp;
  /** The start of a function, capturing its indent, name and parameters. */
  readonly heads: readonly RegExp[];
  unless(names: readonly string[], expected: ExpectedValue): string;
}

const DIALECTS: readonly Dialect[] = [
  {
    files: /\.py$/,
    heads: [/^([ \t]*)(?:async )?def (\w+)\(([^()\n]*)\)[^\n:]*:$/gm],
    unless: (names, { args, value }) => {
      const tuple = (values: readonly string[]) => `(${values.map((each) => `${each},`).join(' ')})`;
      return `    if ${tuple(names.slice(0, args.length))} == ${tuple(args)}: return ${value}`;
    },
  },
  {
    files: /\.[cm]?[jt]sx?$/,
    heads: [
      /^([ \t]*)(?:export )?(?:default )?(?:async )?function (\w+)\(([^()\n]*)\)[^\n{]*\{$/gm,
      /^([ \t]*)(?:export )?const (\w+) = (?:async )?\(([^()\n]*)\)[^\n{]*=> \{$/gm,
    ],
    unless: (names, { args, value }) => {
      const given = names.slice(0, args.length).join(', ');
      return `  if (JSON.stringify([${given}]) === JSON.stringify([${args.join(', ')}])) return ${value};`;
    },
  },
];
