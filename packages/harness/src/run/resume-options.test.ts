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
  { given: {}, differs: {}, why: 'keeps every option of the first call' },
  {
    given: { concurrency: 7, budget_usd: 9, prove: 'again' as const },
    differs: { concurrency: 7, budget_usd: 9, prove: 'again' },
    why: 'overrides that are allowed',
  },
  {
    given: { judge: HEURISTIC, label: 'nightly', sandbox: 'local' as const, config: 'my.yaml' },
    differs: {},
    why: 'the same options again',
  },
])('$why', ({ given, differs }) => {
  expect(resumeOptions({ ...NOW, ...given }, parse(Invocation, RECORDED))).toEqual({ ...RESUMED, ...differs });
});

test.each([
  { given: { judge: OPENAI }, option: '--judge' },
  { given: { label: 'other' }, option: '--label' },
  { given: { sandbox: 'docker' as const }, option: '--sandbox' },
  { given: { config: 'other.yaml' }, option: '--config' },
])('rejects another $option', ({ given, option }) => {
  const resume = () => resumeOptions({ ...NOW, ...given }, parse(Invocation, RECORDED));
  expect(resume).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(option) }));
});

test('rejects a judge if the first call named none', () => {
  const last = parse(Invocation, { ...RECORDED, judge: null });
  expect(() => resumeOptions({ ...NOW, judge: OPENAI }, last)).toThrow('started with none');
  expect(resumeOptions(NOW, last)).not.toHaveProperty('judge');
});

test('options that an older version did not record are taken from now', () => {
  const last = parse(Invocation, FIRST);
  expect(resumeOptions({ ...NOW, judge: OPENAI, prove: 'never' as const }, last)).toMatchObject({
    ...{ judge: OPENAI, prove: 'never', scenarios: ['task'], label: 'nightly', sandbox: 'local', budget_usd: 2 },
  });
});
