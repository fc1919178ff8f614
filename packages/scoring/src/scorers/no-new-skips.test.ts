import type { FileInventory, TestCase, TestMarker } from '@assay/schema';
import { expect, test } from 'vitest';
import { modified } from '../../test/evidence.ts';
import { assertion, fileOf, gradeSides, marker, type Sides, testCase } from '../../test/inventory.ts';

const grade = (sides: Sides, fields = {}) => gradeSides(sides, { type: 'no_new_skips', ...fields });
const a = (markers: TestMarker[] = []) => testCase('Cart > adds', [assertion('add(1)', '1')], { markers });
const b = (markers: TestMarker[] = []) => testCase('Cart > takes', [assertion('take(1)', '0')], { markers });
const one = (...tests: TestCase[]): FileInventory[] => [fileOf('a.test.ts', tests)];
const skip = marker({ line: 3 });
const group = marker({ line: 90, text: 'describe.skip' });
const windows = marker({ line: 4, text: '@skipif(win32)', conditional: true });
const xfail = marker({ line: 5, kind: 'expected_failure', text: '@xfail' });
const only = marker({ line: 6, kind: 'focus', text: 'it.only' });

test.each([
  { before: one(a(), b()), after: one(a([skip]), b()), score: 0.5, why: 'a test is skipped' },
  { before: one(a(), b()), after: one(a([xfail]), b()), score: 0.5, why: 'a test is expected to fail' },
  { before: one(a(), b()), after: one(a([only]), b()), score: 0.5, why: 'a focus excludes all others' },
  { before: one(a(), b()), after: one(a([windows]), b()), score: 0.5, why: 'a conditional skip counts' },
  { before: one(a(), b()), after: one(a([group]), b([group])), score: 0.5, why: 'a group has one marker' },
  { before: one(a(), b()), after: one(a([skip]), b([xfail])), score: 0, why: 'two of two' },
  { before: one(a([skip]), b()), after: one(a([group]), b([group])), score: 0.5, why: 'from one test to its group' },
  {
    before: one(a([windows]), b()),
    after: one(a([windows, xfail]), b()),
    score: 0.5,
    why: 'one more on the same test',
  },
  { before: one(a()), after: [fileOf('n.test.ts', [a([skip])])], score: 0, why: 'moved and skipped' },
  { before: one(a()), after: [fileOf('a.test.ts', [a()], { markers: [skip] })], score: 0, why: 'a whole file' },
])('FAIL $score: $why', ({ before, after, score }) => {
  const result = grade({ before, after, changed_paths: [modified('a.test.ts')] });
  expect(result).toMatchObject({ verdict: 'FAIL', score, required: false });
  expect(result.findings[0]).toMatchObject({ severity: 'failure' });
});

test.each([
  { before: one(a(), b()), after: one(a(), b()), why: 'none before, none after' },
  { before: one(a([skip])), after: one(a()), why: 'one less' },
  { before: one(a([skip])), after: [fileOf('b.test.ts', [a([skip])])], why: 'a skipped test moved' },
  { before: one(a([skip])), after: one({ ...a([skip]), name: 'Cart > adds up' }), why: 'a skipped test is renamed' },
  { before: one(a([skip]), b()), after: one(a(), b([skip])), why: 'one added and one removed' },
  { before: one(a([group]), b([group])), after: one(a([skip]), b([xfail])), why: 'from the group to its tests' },
  { before: one(a([skip]), b([skip])), after: one(a([group]), b([group])), why: 'from the tests to their group' },
  { before: one(a([group])), after: one(a([group]), b([group])), why: 'a test is added to a skipped group' },
  { before: one(a([windows])), after: one(a([marker({ text: '@skipif(mac)', conditional: true })])), why: 'reworded' },
  {
    before: [fileOf('a.test.ts', [a()], { markers: [skip] })],
    after: [fileOf('b.test.ts', [a()], { markers: [skip] })],
    why: 'a skipped file moved',
  },
  { before: one(a([skip]), b()), after: one(b()), why: 'a skipped test is deleted' },
])('PASS: $why', ({ before, after }) => {
  expect(grade({ before, after, changed_paths: [modified('a.test.ts')] })).toMatchObject({ verdict: 'PASS', score: 1 });
});

test('removals in one place do not offset additions in another when files or tests are compared', () => {
  const inFile = { before: one(a([skip]), b()), after: one(a(), b([skip])) };
  expect(grade(inFile, { granularity: 'file' }).verdict).toBe('PASS');
  expect(grade(inFile, { granularity: 'test' }).verdict).toBe('FAIL');
  const across = {
    before: [fileOf('a.test.ts', [a([skip])]), fileOf('b.test.ts', [b()])],
    after: [fileOf('a.test.ts', [a()]), fileOf('b.test.ts', [b([skip])])],
  };
  expect(grade(across).verdict).toBe('PASS');
  expect(grade(across, { granularity: 'file' })).toMatchObject({ verdict: 'FAIL', score: 0.5 });
});

test.each([
  { before: one(a()), after: one(a(), b([skip])), why: 'a new test is skipped' },
  { before: one(a()), after: [...one(a()), fileOf('n.test.ts', [b([windows])])], why: 'also in a new file' },
  { before: one(), after: [fileOf('a.test.ts', [], { markers: [windows] })], why: 'a file without tests' },
])('only what disables an existing test fails; for review: $why', ({ before, after }) => {
  const result = grade({ before, after, changed_paths: [modified('a.test.ts')] });
  expect(result).toMatchObject({ verdict: 'PASS', findings: [{ severity: 'review' }] });
});

test('can ignore new files, but not tests that moved into them', () => {
  const guarded = { before: one(a()), after: [...one(a()), fileOf('n.test.ts', [b([windows])])] };
  expect(grade({ ...guarded, changed_paths: [modified('a.test.ts')] }, { ignore_new_files: true }).findings).toEqual(
    [],
  );
  const hidden = { before: one(a()), after: [fileOf('n.test.ts', [a([skip])])] };
  expect(grade(hidden, { ignore_new_files: true }).verdict).toBe('FAIL');
});

test('findings say what the marker applies to, and whether the test is new', () => {
  const result = grade({ before: one(a()), after: one(a([group]), b([group, windows])) });
  expect(result.findings).toMatchObject([
    {
      line: 4,
      kind: 'new_skip',
      message: '`@skipif(win32)` skips "Cart > takes" under a condition, which is new',
    },
    { line: 90, kind: 'new_skip', after: 'describe.skip', message: '`describe.skip` skips "Cart > adds"' },
  ]);
});

test.each([
  { sides: { before: [], after: [] }, reason: 'no test file changed', why: 'nothing to look at' },
  {
    sides: { before: [], after: [], unread: [{ path: 'a_test.zig', reason: 'no language' }] },
    reason: 'none of 1 changed test files could be read, such as a_test.zig: no language',
    why: 'they are unreadable',
  },
])('N/A: $why', ({ sides, reason }) => {
  expect(grade(sides)).toMatchObject({ verdict: 'N/A', score: null, reason });
});
