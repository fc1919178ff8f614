import type { Inventory, TestOutcome, TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import type { CornerResult } from './corner-tests.ts';
import { readExpectations } from './expectations.ts';
import { type Corners, judgeCorners } from './judge-corners.ts';

type Tests = Readonly<Record<string, TestOutcome>>;

const corner = (tests: Tests, fields: Partial<CornerResult> = {}): CornerResult => {
  const count = (outcome: TestOutcome): number => Object.values(tests).filter((one) => one === outcome).length;
  const [failed, errored] = [count('failed'), count('errored')];
  const report: TestReport = {
    ...{ format: 'pytest', passed: count('passed'), failed, errored, skipped: count('skipped'), truncated: false },
    tests: Object.entries(tests).map(([name, outcome]) => ({ name, outcome, file: 'test_a.py' })),
  };
  return { exit_code: failed + errored > 0 ? 1 : 0, timed_out: false, report, ...fields };
};

const assertion = (text: string, expected: string) => ({
  ...{ line: 2, text, subject: 'f(1)', expected, strength: 'exact' as const, negated: false, tolerance: null },
});

const file = (body: string, expected: string): Inventory['before'] => [
  {
    ...{ path: 'test_a.py', language: 'python', engine: 'tree', helpers: [], markers: [], broken: false },
    tests: [
      {
        ...{ name: 'a', line: 1, end_line: 3, assertions: [assertion(`assert f(1) == ${expected}`, expected)] },
        ...{ markers: [], calls: [], cases: 1, statements: 1, disarmed: null, body_digest: body, mocks: [] },
      },
    ],
  },
];

const LOOSER: Inventory = { before: file('1', '2'), after: file('2', '3'), unread: [] };
const ADAPTED: Inventory = { before: file('1', '2'), after: file('2', '2'), unread: [] };

/** The text of a file whose expectations these are. */
const textsOf = ({ before, after }: Inventory) => {
  const write = (files: Inventory['before']): Buffer => Buffer.from(files[0]?.tests[0]?.assertions[0]?.text ?? '');
  return new Map([['test_a.py', { before: write(before), after: write(after) }]]);
};
const REMOVED: Inventory = { before: file('1', '2'), after: [], unread: [] };

const judge = (corners: Corners, fields: { inventory?: Inventory; again?: CornerResult; product?: boolean } = {}) =>
  judgeCorners(corners, {
    expectations: readExpectations(fields.inventory ?? LOOSER, textsOf(fields.inventory ?? LOOSER)),
    changes_product: fields.product ?? true,
    again: fields.again,
  }).findings.map(({ rule, grade }) => `${rule} ${grade}`);

const green = corner({ a: 'passed', b: 'passed' });
const red = corner({ a: 'failed', b: 'passed' });
const gone = corner({ b: 'passed' });
const skipped = corner({ a: 'skipped', b: 'passed' });
const empty = corner({});

test.each([
  { rule: 'B1 blocks', why: 'weakened', corners: { NN: green, NO: red, OO: green, ON: green } },
  { rule: 'R1 review', why: 'the behaviour changed', corners: { NN: green, NO: red, OO: green, ON: red } },
  { rule: 'R2 review', why: 'respecified', corners: { NN: green, NO: red, OO: red, ON: red } },
  { rule: 'B2 blocks', why: 'skipped', corners: { NN: skipped, NO: red, OO: red, ON: skipped } },
  { rule: 'B2 blocks', why: 'kept from running', corners: { NN: gone, NO: red, OO: red, ON: gone } },
  { rule: 'R4 review', why: 'a passing test is gone', corners: { NN: gone, NO: green, OO: green, ON: gone } },
  {
    rule: 'B4 blocks',
    why: 'the exit code hides a failure',
    corners: { NN: corner({ a: 'failed', b: 'passed' }, { exit_code: 0 }), NO: red, OO: red, ON: red },
  },
  { rule: 'B5 blocks', why: 'the code stops a test', corners: { NN: gone, NO: gone, OO: green, ON: green } },
  { rule: 'B6 blocks', why: 'nothing runs', corners: { NN: empty, NO: green, OO: green, ON: empty } },
  {
    rule: 'B7 blocks',
    why: 'a threshold was lowered',
    corners: { NN: green, NO: corner({ a: 'passed', b: 'passed' }, { exit_code: 1 }), OO: green, ON: green },
  },
  {
    rule: 'R5 review',
    why: 'old tests cannot be loaded',
    corners: { NN: green, NO: corner({ 'test_a.py': 'errored' }), OO: green, ON: red },
  },
  { rule: 'N1 note', why: 'a new test proves nothing', corners: { NN: green, NO: gone, ON: green } },
  { rule: 'N2 note', why: 'a new test proves the change', corners: { NN: green, NO: gone, ON: red } },
])('$rule: $why', ({ rule, corners }) => {
  expect(judge(corners)).toEqual([rule]);
});

test('a test that is gone with its text was removed', () => {
  const gone_now = { NN: gone, NO: red, ON: gone };
  expect(judge({ ...gone_now, OO: red }, { inventory: REMOVED })).toEqual(['B3 blocks']);
  expect(judge({ ...gone_now, OO: green }, { inventory: REMOVED })).toEqual(['R3 review']);
});

test.each([
  { after: 'def g(): pass', grade: 'note', why: 'the product only lost what it tests' },
  { after: 'def g(): pass\ndef f2(): pass', grade: 'review', why: 'the product has it under another name' },
  { after: 'def g(): pass\ndef f(): pass', grade: 'review', why: 'the product still has it' },
])('a test is gone: $why', ({ after, grade }) => {
  const product = { before: Buffer.from('def g(): pass\ndef f(): pass'), after: Buffer.from(after) };
  const files = new Map([...textsOf(REMOVED), ['a.py', product]]);
  const { findings } = judgeCorners(
    { NN: gone, NO: red, OO: green, ON: gone },
    { expectations: readExpectations(REMOVED, files), changes_product: true },
  );
  expect(findings).toMatchObject([{ rule: 'R3', grade }]);
});

test('an old test that kept its expectation was adapted', () => {
  const corners = { NN: green, NO: red, OO: green, ON: green };
  expect(judge(corners, { inventory: ADAPTED })).toEqual(['R0 note']);
  expect(judge(corners, { inventory: ADAPTED, product: false })).toEqual(['B1 blocks']);
});

test('a rewritten test that keeps all values was adapted, even where the old code does not run it', () => {
  expect(judge({ NN: green, NO: red, OO: green, ON: red }, { inventory: ADAPTED })).toEqual(['R0 note']);
  const unloaded = { NN: green, NO: corner({ 'test_a.py': 'errored' }), OO: green, ON: red };
  expect(judge(unloaded, { inventory: ADAPTED })).toEqual(['R0 note']);
});

test('a test is the same in another file, and in another group', () => {
  const moved = (file: string, name: string): CornerResult => {
    const { report, ...rest } = corner({ [name]: 'passed', b: 'passed' });
    return { ...rest, report: report && { ...report, tests: report.tests.map((each) => ({ ...each, file })) } };
  };
  expect(judge({ NN: moved('b.py', 'b.py::a'), NO: moved('a.py', 'a.py::a') })).toEqual([]);
  expect(judge({ NN: moved('b.py', 'Cart > a'), NO: moved('a.py', 'Shop > Cart > a') })).toEqual([]);
});

test('a test that is expected to fail now was silenced', () => {
  const [read] = ADAPTED.after;
  const marker = { line: 1, kind: 'expected_failure' as const, text: 'it.fails', conditional: false };
  const after = read ? [{ ...read, tests: read.tests.map((each) => ({ ...each, markers: [marker] })) }] : [];
  const inventory = { ...ADAPTED, after };
  expect(judge({ NN: green, NO: red, OO: green, ON: red }, { inventory })).toEqual(['B2 blocks']);
});

test('a test with two outcomes blocks nothing', () => {
  const corners = { NN: green, NO: red, OO: green, ON: green };
  expect(judge(corners, { again: green })).toEqual(['flaky note']);
  expect(judge(corners, { again: red })).toEqual(['B1 blocks']);
});

test('nothing changed for the tests', () => {
  expect(judge({ NN: green, NO: green })).toEqual([]);
});

test('rows of a table are one family', () => {
  const rows = (...names: string[]) => corner(Object.fromEntries(names.map((name) => [name, 'passed'])));
  expect(judge({ NN: rows('b[1-2]', 'b[3]'), NO: rows('b[1]', 'b[3]') })).toEqual([]);
  expect(judge({ NN: rows('b[3]'), NO: rows('b[1]', 'b[3]') })).toEqual(['R4 review']);
});

test('what proves a change fails without it', () => {
  const { proves } = judgeCorners(
    { NN: green, NO: green, OO: red, ON: red },
    { expectations: readExpectations(ADAPTED), changes_product: true },
  );
  expect(proves).toEqual(['test_a.py::a']);
});
