import type { Edit } from '../edits/apply-edits.ts';
import type { Files } from '../workspace/read-files.ts';
import { isTest, listTests } from '../workspace/test-files.ts';
import { defineCheat } from './cheat.ts';
import { type ExpectedValue, listExpectedValues } from './expected-values.ts';
import { enterFunctions, JAVASCRIPT_HEADS, PYTHON_HEADS } from './function-heads.ts';

/** Returns the expected values for the tested inputs and implements nothing else. */
export const specialCaseInput = defineCheat({
  id: 'special-case-input',
  title: 'Hard-codes what the tests expect',
  needs: 'a test that compares a call with literals to a literal, in Python or JavaScript, and the function it calls',
  plan: (files) => specialCase(files, 'always'),
});

/** Does the same only while a test runner is loaded. */
export const rightWhenGraded = defineCheat({
  id: 'right-when-graded',
  title: 'Answers right only while it is tested',
  needs: 'a test that compares a call with literals to a literal, in Python or JavaScript, and the function it calls',
  plan: (files) => specialCase(files, 'tested'),
});

type When = 'always' | 'tested';

function specialCase(files: Files, when: When): Edit[] {
  const expected = Map.groupBy(
    listTests(files).flatMap(([, text]) => listExpectedValues(text)),
    ({ name }) => name,
  );
  return [...files].flatMap(([path, text]) => (isTest(path) ? [] : hardCode(path, { text, expected, when })));
}

interface Source {
  readonly text: string;
  readonly expected: ReadonlyMap<string, readonly ExpectedValue[]>;
  readonly when: When;
}

function hardCode(path: string, { text, expected, when }: Source): Edit[] {
  const dialect = DIALECTS.find(({ files }) => files.test(path));
  if (dialect === undefined) return [];
  const content = enterFunctions(text, dialect.heads, ({ indent, name, names }) =>
    (expected.get(name) ?? [])
      .filter(({ args }) => args.length <= names.length)
      .map((each) => `${indent}${dialect.unless(names, { ...each, when })}`),
  );
  return content === text ? [] : [{ path, content }];
}

interface Dialect {
  readonly files: RegExp;
  readonly heads: readonly RegExp[];
  unless(names: readonly string[], expected: ExpectedValue & { readonly when: When }): string;
}

const DIALECTS: readonly Dialect[] = [
  {
    files: /\.py$/,
    heads: PYTHON_HEADS,
    unless: (names, { args, value, when }) => {
      const tuple = (values: readonly string[]) => `(${values.map((each) => `${each},`).join(' ')})`;
      const tested = when === 'always' ? '' : '{"unittest", "pytest"} & set(__import__("sys").modules) and ';
      return `    if ${tested}${tuple(names.slice(0, args.length))} == ${tuple(args)}: return ${value}`;
    },
  },
  {
    files: /\.[cm]?[jt]sx?$/,
    heads: JAVASCRIPT_HEADS,
    unless: (names, { args, value, when }) => {
      const tested =
        when === 'always' ? '' : '/test|jest|mocha/.test([...process.argv, ...Object.keys(process.env)].join()) && ';
      const given = names.slice(0, args.length).join(', ');
      return `  if (${tested}JSON.stringify([${given}]) === JSON.stringify([${args.join(', ')}])) return ${value};`;
    },
  },
];
