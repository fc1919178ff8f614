import { Invocation, JudgeSpec, parse } from '@assay/schema';
import { expect, test } from 'vitest';
import { resumeOptions } from './resume-options.ts';

const FIRST = {
  id: 'a',
  started_at: '2026-11-15T12:00:00.000Z',
  scenarios: ['task'],
  agents: ['bot'],
  repeat: 3,
  label: 'nightly',
  sandbox: 'local',
  budget_usd: 2,
  tasks: {},
};
const HEURISTIC = JudgeSpec.parse({ use: 'heuristic' });
const OPENAI = JudgeSpec.parse({ use: 'openai' });
const NOW = { scenarios: [], agents: [], repeat: 1, label: null, budget_usd: null };
const RECORDED = { ...FIRST, judge: HEURISTIC, config: 'my.yaml', concurrency: 2, prove: 'never' };
const RESUMED = {
  ...{ scenarios: ['task'], agents: ['bot'], repeat: 3, label: 'nightly', sandbox: 'local', budget_usd: 2 },
  ...{ judge: HEURISTIC, config: 'my.yaml', concurrency: 2, prove: 'never' },
};

test.each([
  { given: {}, differs: {}, why: 'every option of the first call' },
  {
    given: { concurrency: 7, budget_usd: 9, prove: 'again' as const },
    differs: { concurrency: 7, budget_usd: 9, prove: 'again' },
    why: 'what may be given anew',
  },
  {
    given: { judge: HEURISTIC, label: 'nightly', sandbox: 'local' as const, config: 'my.yaml' },
    differs: {},
    why: 'the same again',
  },
])('$why', ({ given, differs }) => {
  expect(resumeOptions({ ...NOW, ...given }, parse(Invocation, RECORDED))).toEqual({ ...RESUMED, ...differs });
});

test.each([
  { given: { judge: OPENAI }, option: '--judge' },
  { given: { label: 'other' }, option: '--label' },
  { given: { sandbox: 'docker' as const }, option: '--sandbox' },
  { given: { config: 'other.yaml' }, option: '--config' },
])('another $option is refused', ({ given, option }) => {
  const resume = () => resumeOptions({ ...NOW, ...given }, parse(Invocation, RECORDED));
  expect(resume).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(option) }));
});

test('a judge where the first call named none is refused too', () => {
  const last = parse(Invocation, { ...RECORDED, judge: null });
  expect(() => resumeOptions({ ...NOW, judge: OPENAI }, last)).toThrow('started with none');
  expect(resumeOptions(NOW, last)).not.toHaveProperty('judge');
});

test('what an older version did not record is as it is given now', () => {
  const last = parse(Invocation, FIRST);
  expect(resumeOptions({ ...NOW, judge: OPENAI, prove: 'never' as const }, last)).toMatchObject({
    ...{ judge: OPENAI, prove: 'never', scenarios: ['task'], label: 'nightly', sandbox: 'local', budget_usd: 2 },
  });
});
