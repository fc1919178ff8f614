import { setImmediate } from 'node:timers/promises';
import type { EvaluateRequest, OrganizationId } from '@assay/schema';
import { createBudget } from '@assay/scoring';
import { expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { type AssessOptions, assess } from './assess.ts';

const CHEAP: EvaluateRequest = { agent_id: 'a', output: 'done' };
// visits every value again and again, until the budget is spent
const EXPENSIVE: EvaluateRequest = {
  agent_id: 'a',
  output: JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`),
  checks: [{ type: 'json_path', required: true, path: `$${'..*'.repeat(30)}`, equals: 1 }],
};

const options = (rest: Partial<AssessOptions> = {}): AssessOptions => ({
  source: 'rest',
  latency_ref_ms: null,
  organization_id: newId('org'),
  signal: new AbortController().signal,
  ...rest,
});

/** How often others had their turn until a request was assessed. */
async function countTurns(request: EvaluateRequest): Promise<number> {
  let [turns, isDone] = [0, false];
  const assessed = assess(request, options()).finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await setImmediate();
  await assessed;
  return turns;
}

test('checks that take long leave the thread to others', async () => {
  expect(await countTurns(CHEAP)).toBe(1);
  expect(await countTurns(EXPENSIVE)).toBeGreaterThan(3);
  expect(await assess(EXPENSIVE, options())).toMatchObject({ status: 'errored', checks: [{ verdict: 'ERROR' }] });
});

test('organizations take turns', async () => {
  const order: OrganizationId[] = [];
  const [many, one] = [newId('org'), newId('org')];
  const ask = (organization_id: OrganizationId) =>
    assess(EXPENSIVE, options({ organization_id })).then(() => order.push(organization_id));
  await Promise.all([...Array.from({ length: 5 }, () => ask(many)), ask(one)]);
  expect(order.indexOf(one)).toBe(2);
});

test('work on the thread counts for the batch', async () => {
  const within = createBudget({ steps: 1_000_000 });
  await assess(EXPENSIVE, options({ within }));
  expect(within.left()).toBeLessThan(500_000);
});
