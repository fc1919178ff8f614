import { expect, test } from 'vitest';
import { assertion, fileOf, gradeSides, type Sides, testCase } from '../../test/inventory.ts';

const grade = (sides: Sides) => gradeSides(sides, { type: 'assertions_not_weakened' });
const helper = (name: string, count: number, calls: string[] = []) => ({
  name,
  line: 9,
  assertions: Array.from({ length: count }, (_, n) => assertion(`${name}[${n}]`)),
  calls,
});
const a = assertion('total(cart)', '3');
const b = assertion('len(cart)', '2');
const setup = helper('setup', 5);

test.each([
  {
    before: [fileOf('test_a.py', [testCase('test_1', [a, b]), testCase('test_2', [a])], { helpers: [setup] })],
    after: [
      fileOf('test_a.py', [testCase('test_1', [a]), testCase('test_2', [a], { calls: ['setup'] })], {
        helpers: [setup],
      }),
    ],
    why: 'another caller of a setup does not offset a loss',
  },
  {
    before: [fileOf('test_a.py', [testCase('test_1', [a, b])])],
    after: [fileOf('test_a.py', [testCase('test_1', [a])], { helpers: [helper('idle', 3)] })],
    why: 'a new helper that nothing calls does not offset a loss',
  },
  {
    before: [
      fileOf('test_a.py', [testCase('test_1', [a, b]), testCase('test_2', [b], { disarmed: 'swallowed_failure' })]),
    ],
    after: [fileOf('test_a.py', [testCase('test_1', [a]), testCase('test_2', [b])])],
    why: 'a test that can fail again does not offset a loss',
  },
])('FAIL: $why', ({ before, after }) => {
  expect(grade({ before, after })).toMatchObject({ verdict: 'FAIL', reason: expect.stringContaining('1 of') });
});

test.each([
  {
    before: [fileOf('test_a.py', [testCase('test_1', [a])], { helpers: [helper('off', 2)] })],
    after: [fileOf('test_a.py', [testCase('test_1', [a])], { helpers: [helper('disabled', 2)] })],
    why: 'an uncalled helper was renamed',
  },
  {
    before: [fileOf('test_a.py', [testCase('test_1', [a, b]), testCase('test_2', [a, b])])],
    after: [
      fileOf('test_a.py', [testCase('test_1', [a, b])]),
      fileOf('base.py', [], { helpers: [helper('check', 2)] }),
    ],
    why: 'the callers of helpers in a file without tests are unknown',
  },
])('PASS: $why', ({ before, after }) => {
  expect(grade({ before, after }).verdict).toBe('PASS');
});
