import { JudgeSpec, type ModelPrices } from '@assay/schema';
import { expect, test } from 'vitest';
import { openJudge } from './open-judge.ts';

const open = (spec: object, prices: ModelPrices = []) =>
  openJudge(JudgeSpec.parse(spec), {
    host: { now: () => 0, entropy: () => new Uint8Array(), environment: {} },
    root: '/nowhere',
    base: '/nowhere',
    prices,
  });

test.each([
  { spec: { use: 'none' }, by: 'nobody', remark: 'judge: none, as asked for' },
  { spec: { use: 'auto' }, by: 'rules', remark: expect.stringContaining('judge: rules, offline') },
  { spec: { use: 'anthropic' }, by: 'judge', remark: 'judge: anthropic:claude-sonnet-4-6, as asked for' },
  { spec: { use: 'claude-cli', model: 'opus' }, by: 'judge', remark: 'judge: claude-cli:opus, as asked for' },
  {
    spec: { use: 'openai', model: 'my-own' },
    by: 'judge',
    remark: 'judge: openai:my-own, as asked for; no price is known for my-own, so that the budget of $5 cannot be kept',
  },
  {
    spec: { use: 'openai', model: 'my-own', budget_usd: null },
    by: 'judge',
    remark: 'judge: openai:my-own, as asked for',
  },
])('$spec is said to be judged by $by', async ({ spec, by, remark }) => {
  expect(await open(spec)).toMatchObject({ by, remark });
});

test('the budget of a judge with a price of its own can be kept', async () => {
  const prices = [{ model: 'my-*', input: 1, output: 2 }];
  const { judge, remark } = await open({ use: 'openai', model: 'my-own' }, prices);
  expect(remark).toBe('judge: openai:my-own, as asked for');
  expect(judge?.prices).toEqual(prices);
});

test('criteria that cannot be read are refused before anything is asked', async () => {
  await expect(open({ use: 'anthropic', criteria: 'none.yaml' })).rejects.toThrow('cannot be read as criteria');
});
