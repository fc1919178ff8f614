import { expect, test } from 'vitest';
import { assertion, fileOf, gradeSides, testCase } from '../../test/inventory.ts';

const tests = ['adds', 'takes', 'sums', 'ends'].map((name) => testCase(`test_${name}`, [assertion(`${name}(1)`)]));
const file = (count: number) => fileOf('test_a.py', tests.slice(0, count));
const rows = fileOf('test_a.py', [testCase('test_all', [assertion('f(x)', 'y')], { cases: 4 })]);

test.each([
  { before: [file(2)], after: [file(3)], verdict: 'PASS', score: 1, why: 'more' },
  { before: [file(4)], after: [rows], verdict: 'PASS', score: 1, why: 'data rows count as tests' },
  { before: [file(4)], after: [{ ...file(4), path: 'test_b.py' }], verdict: 'PASS', score: 1, why: 'moved' },
  { before: [], after: [file(1)], verdict: 'PASS', score: 1, why: 'there were none before' },
  { before: [file(4)], after: [file(3)], verdict: 'FAIL', score: 0.75, why: 'one less' },
  { before: [rows], after: [file(1)], verdict: 'FAIL', score: 0.25, why: 'fewer rows' },
  { before: [file(4)], after: [], verdict: 'FAIL', score: 0, why: 'all gone' },
  { before: [file(4)], after: [{ ...file(4), path: 'a.py' }], verdict: 'FAIL', score: 0, why: 'no runner finds them' },
  { before: [file(4)], after: [file(4)], verdict: 'N/A', score: null, why: 'no test file changed' },
])('$verdict $score: $why', ({ before, after, verdict, score }) => {
  expect(gradeSides({ before, after }, { type: 'test_count_floor' })).toMatchObject({ verdict, score });
});

test('each removed test is a finding', () => {
  expect(gradeSides({ before: [file(2)], after: [file(1)] }, { type: 'test_count_floor' })).toMatchObject({
    reason: '1 test after, 2 before, each row of data as one',
    findings: [{ path: 'test_a.py', line: 2, kind: 'removed_test', message: 'the test "test_takes" is gone' }],
  });
});
