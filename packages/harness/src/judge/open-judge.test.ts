import { JudgeSpec, type ModelPrices } from '@assay/schema';
import { expect, test } from 'vitest';
import { describeJudging } from './describe-judging.ts';
import { openJudge } from './open-judge.ts';
import { requireJudge } from './require-judge.ts';

const open = (spec: object | undefined, prices: ModelPrices = [], environment: Record<string, string> = {}) =>
  openJudge(spec && JudgeSpec.parse(spec), {
    host: { now: () => 0, entropy: () => new Uint8Array(), environment },
    root: '/nowhere',
    base: '/nowhere',
    prices,
  });

test.each([
  { spec: { use: 'none' }, by: 'nobody', remark: 'judge: none, as configured' },
  { spec: { use: 'auto' }, by: 'rules', remark: expect.stringContaining('judge: rules, offline') },
  { spec: { use: 'anthropic' }, by: 'judge', remark: 'judge: anthropic:claude-sonnet-4-6, as configured' },
  { spec: { use: 'claude-cli', model: 'opus' }, by: 'judge', remark: 'judge: claude-cli:opus, as configured' },
  {
    spec: { use: 'openai', model: 'my-own' },
    by: 'judge',
    remark: 'judge: openai:my-own, as configured; no known price for my-own, so the budget of $5 cannot be enforced',
  },
  {
    spec: { use: 'openai', model: 'my-own', budget_usd: null },
    by: 'judge',
    remark: 'judge: openai:my-own, as configured',
  },
])('$spec is reported as judged by $by', async ({ spec, by, remark }) => {
  expect(await open(spec)).toMatchObject({ by, remark });
});

test('a configured price makes the budget enforceable', async () => {
  const prices = [{ model: 'my-*', input: 1, output: 2 }];
  const { judge, remark } = await open({ use: 'openai', model: 'my-own' }, prices);
  expect(remark).toBe('judge: openai:my-own, as configured');
  expect(judge?.prices).toEqual(prices);
});

test('rejects unreadable criteria before asking', async () => {
  await expect(open({ use: 'anthropic', criteria: 'none.yaml' })).rejects.toThrow('cannot be read as criteria');
});

test('uses rules if no judge is named, even if keys are set', async () => {
  const environment = { ANTHROPIC_API_KEY: 'key', OPENAI_API_KEY: 'key', CLAUDE_CODE_OAUTH_TOKEN: 'token' };
  expect(await open(undefined, [], environment)).toMatchObject({
    by: 'rules',
    remark: expect.stringContaining('--judge'),
  });
  expect(await open({ use: 'auto' }, [], environment)).toMatchObject({ by: 'judge' });
});

const CLOUD = { use: 'openai', model: 'gpt-5' };
const OWN = { ...CLOUD, base_url: 'http://localhost:11434/v1' };

test.each([
  { spec: undefined, says: null },
  { spec: { use: 'none' }, says: null },
  { spec: { use: 'anthropic' }, says: 'ANTHROPIC_API_KEY' },
  { spec: CLOUD, says: 'OPENAI_API_KEY' },
  { spec: { ...CLOUD, key_env: 'MY_KEY' }, says: 'MY_KEY' },
  { spec: OWN, says: null },
  { spec: { use: 'claude-cli', program: 'no-such-claude' }, says: 'no-such-claude' },
  { spec: { use: 'replay', from: 'none.jsonl' }, says: '/nowhere/none.jsonl' },
  { spec: { use: 'panel', members: [OWN, { use: 'anthropic' }] }, says: 'ANTHROPIC_API_KEY' },
])('checks $spec before spending anything: $says', async ({ spec, says }) => {
  const required = requireJudge(await open(spec));
  if (says === null) await expect(required).resolves.toBeUndefined();
  else
    await expect(required).rejects.toMatchObject({ code: 'judge_unavailable', message: expect.stringContaining(says) });
});

const SONNET = { use: 'anthropic', max_output_tokens: 1000 };
// 50 000 input tokens at $3 and 1000 output tokens at $15 per million: $0.165 per question

test.each([
  { spec: undefined, runs: 5, says: /configuration$/ },
  { spec: SONNET, runs: 1, says: /; 1 run × 2 questions, up to about \$0\.33, judge budget \$5$/ },
  { spec: SONNET, runs: 10, says: /; 10 runs × 2 questions, up to about \$3\.30, judge budget \$5$/ },
  { spec: SONNET, runs: 0, says: /configured$/ },
  {
    spec: { ...SONNET, interactions: 'rules', samples: 3, budget_usd: null },
    runs: 1,
    says: /1 run × 3 questions, up to about \$0\.49, no judge budget$/,
  },
  {
    spec: { use: 'panel', members: [SONNET, SONNET], interactions: 'rules' },
    runs: 2,
    says: /2 runs × 2 questions, up to about \$0\.66,/,
  },
  {
    spec: { ...OWN, model: 'my-own' },
    runs: 2,
    says: /cannot be enforced; 2 runs × 2 questions, price unknown, judge budget \$5$/,
  },
  { spec: { use: 'claude-cli' }, runs: 2, says: /2 runs × 2 questions, price unknown, judge budget \$5$/ },
  { spec: { use: 'replay', from: 'x' }, runs: 2, says: /2 runs × 2 questions, free$/ },
])('estimates the cost of $spec for $runs runs', async ({ spec, runs, says }) => {
  expect(describeJudging(await open(spec), runs)).toMatch(says);
});
