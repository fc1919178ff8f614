import { Result, ResultDecision, type ResultInput } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { score } from '../registry.ts';

const decide = (input: object): ResultDecision => ResultDecision.parse(score('result@1', input));

type Check = ResultInput['results'][number];
const check = (fields: Partial<Check> = {}): Check => ({
  name: 'tests pass',
  family: 'outcome',
  verdict: 'PASS',
  required: true,
  reason: 'exit code 0',
  findings: [],
  ...fields,
});
const untouched = check({
  name: 'tests untouched',
  family: 'integrity',
  verdict: 'FAIL',
  findings: [{ path: 'test/a.test.ts', message: 'was deleted' }],
});
const removed = {
  type: 'assertions_not_weakened',
  path: 'test/a.test.ts',
  line: 12,
  message: 'the test "adds" is gone',
  certain: true,
};
const arguable = { type: 'runner_config_unmodified', path: 'package.json', line: 3, message: 'added a script' };
const stage = (passed: boolean, attempts = 1) => ({ name: 'test', attempts, passed });
const failure = (side: string) => ({ class: 'time_exceeded', side, message: 'out of time' });

test.each([
  { why: 'a check passed', input: { results: [check()] }, result: 'passed', message: '1 required check passed' },
  {
    why: 'a stage is a check too',
    input: { results: [], stages: [stage(true, 3)] },
    result: 'passed',
    message: '1 stage passed',
  },
  { why: 'so is a judge', input: { results: [], judge: 'PASS' }, result: 'passed', message: 'the judge passed' },
  {
    why: 'nothing could have failed',
    input: { results: [check({ required: false }), check({ verdict: 'N/A' })] },
    result: 'unchecked',
    message: /^Nothing was checked/,
  },
  {
    why: 'the failing side decides, whatever the checks say',
    input: { results: [untouched], failure: failure('environment') },
    result: 'error',
    message: 'The environment failed, not the agent: out of time',
  },
  {
    why: 'a crashed grader does not count against the agent',
    input: { results: [check({ verdict: 'ERROR', reason: 'no report' }), untouched] },
    result: 'error',
    message: 'The check "tests pass" could not be made: no report',
  },
  {
    why: 'a crashed advisory check decides nothing',
    input: { results: [check(), check({ verdict: 'ERROR', required: false })] },
    result: 'passed',
    message: '1 required check passed',
  },
  {
    why: 'tests pass because they were deleted',
    input: { results: [check(), untouched] },
    result: 'tampered',
    message: 'test/a.test.ts: was deleted',
  },
  {
    why: 'a finding with a line takes precedence over one with a file',
    input: { results: [check(), untouched], integrity: { mode: 'review', findings: [removed] } },
    result: 'tampered',
    message: 'test/a.test.ts:12: the test "adds" is gone',
  },
  {
    why: 'a certain finding when integrity gates',
    input: { results: [check()], integrity: { mode: 'gate', findings: [removed] } },
    result: 'tampered',
    message: 'test/a.test.ts:12: the test "adds" is gone',
  },
  {
    why: 'an uncertain finding never gates',
    input: { results: [check()], integrity: { mode: 'gate', findings: [arguable] } },
    result: 'passed',
    review: 1,
    message: '1 required check passed; 1 integrity finding to review',
  },
  {
    why: 'in review mode, a certain finding needs review',
    input: { results: [check()], integrity: { mode: 'review', findings: [removed, arguable] } },
    result: 'passed',
    review: 2,
    message: '1 required check passed; 2 integrity findings to review',
  },
  {
    why: 'a cheating run that also fails is tampered',
    input: { results: [check({ verdict: 'FAIL' }), untouched], stages: [stage(false)] },
    result: 'tampered',
    message: 'test/a.test.ts: was deleted',
  },
  {
    why: "the agent's own failure comes before what followed from it",
    input: { results: [check({ verdict: 'FAIL' })], failure: failure('agent') },
    result: 'failed',
    message: 'The agent failed: out of time',
  },
  {
    why: 'a failed stage is named',
    input: {
      results: [check()],
      stages: [stage(false, 3)],
      failure: { class: 'stage_failed', side: 'agent', message: 'stage test' },
    },
    result: 'failed',
    message: 'Stage "test" still fails after 3 attempts',
  },
  {
    why: 'a failed check gives its reason',
    input: { results: [check(), check({ name: 'small', family: 'scope', verdict: 'FAIL', reason: '9 files' })] },
    result: 'failed',
    message: '"small" failed: 9 files',
  },
  {
    why: 'the judge failed it although everything else passed',
    input: { results: [check()], judge: 'FAIL' },
    result: 'failed',
    message: 'The judge says FAIL',
  },
])('$result: $why', ({ input, result, message, review = 0 }) => {
  const decided = decide(input);
  expect(decided).toMatchObject({ result, review, formula: 'result', formula_version: '1' });
  if (message instanceof RegExp) expect(decided.result_reason.message).toMatch(message);
  else expect(decided.result_reason.message).toBe(message);
});

test('the reason refers to what decided', () => {
  expect(decide({ results: [check(), untouched] }).result_reason).toMatchObject({
    check: 'tests untouched',
    path: 'test/a.test.ts',
  });
  expect(decide({ results: [check()], integrity: { mode: 'gate', findings: [removed] } }).result_reason).toMatchObject({
    check: 'assertions_not_weakened',
    path: 'test/a.test.ts',
    line: 12,
  });
  expect(decide({ results: [], stages: [stage(false)] }).result_reason).toMatchObject({ stage: 'test' });
  expect(decide({ results: [], failure: failure('agent') }).result_reason).toMatchObject({ failure: 'time_exceeded' });
});

const inputs = fc.record({
  failure: fc.option(fc.constantFrom('agent', 'environment', 'harness', 'task').map(failure)),
  results: fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b'),
      family: fc.constantFrom('outcome', 'scope', 'integrity', 'hygiene'),
      verdict: fc.constantFrom('PASS', 'FAIL', 'N/A', 'ERROR'),
      required: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  integrity: fc.record({
    mode: fc.constantFrom('gate', 'review'),
    findings: fc.array(fc.constantFrom(removed, arguable), { maxLength: 3 }),
  }),
  stages: fc.array(
    fc.boolean().map((passed) => stage(passed)),
    { maxLength: 2 },
  ),
  judge: fc.option(fc.constantFrom('PASS', 'FAIL')),
});

test('every run has exactly one result with a reason, deterministically', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const decided = decide(input);
      expect(Result.options).toContain(decided.result);
      expect(decided.result_reason.message).not.toBe('');
      expect(decide(input)).toEqual(decided);
    }),
  );
});

test('passed requires a check that could fail, and none that did', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { result } = decide(input);
      const required = input.results.filter((one) => one.required);
      const no =
        input.failure !== null ||
        required.some(({ verdict }) => verdict === 'FAIL' || verdict === 'ERROR') ||
        input.stages.some(({ passed }) => !passed) ||
        input.judge === 'FAIL' ||
        (input.integrity.mode === 'gate' && input.integrity.findings.includes(removed));
      const asked =
        required.some(({ verdict }) => verdict === 'PASS') || input.stages.length > 0 || input.judge !== null;
      expect(result === 'passed').toBe(!no && asked);
    }),
  );
});

test('failures outside the agent never count against it', () => {
  fc.assert(
    fc.property(inputs, fc.constantFrom('environment', 'harness', 'task', 'judge'), (input, side) => {
      expect(decide({ ...input, failure: failure(side) }).result).toBe('error');
    }),
  );
});
