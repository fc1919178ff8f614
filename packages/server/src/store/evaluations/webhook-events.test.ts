import type { WebhookMessage } from '@assay/schema/api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrganization, type TestDatabase } from '../../../test/database.ts';
import { buildEvaluation } from '../../../test/evaluations.ts';
import { useStore } from '../../../test/use-store.ts';
import { openStore, type Store } from '../store.ts';
import { createDropDetector } from './drop-detector.ts';

let database: TestDatabase;
let store: Store;
useStore({ connections: 6 }, (opened) => {
  ({ database, store } = opened);
});

const EVENTS = ['evaluation.failed', 'reputation.lifecycle_changed', 'reputation.dropped'] as const;

async function prepare() {
  const organization_id = await createOrganization(store);
  const { webhook } = await store.webhooks.create(organization_id, {
    url: 'https://example.com/hook',
    events: [...EVENTS],
  });
  return { organization_id, webhook_id: webhook.webhook_id };
}

async function listMessages({ organization_id, webhook_id }: Awaited<ReturnType<typeof prepare>>) {
  const { items } = await store.webhook_deliveries.list(organization_id, { webhook_id, limit: 200, after: null });
  // the ids of one batch have the same millisecond
  return items.map(({ payload }) => payload).toSorted((a, b) => seqOf(a) - seqOf(b));
}
const seqOf = ({ data }: WebhookMessage): number => data['seq'] as number;

test('announces a failure, a lifecycle change and a drop once each, with the reputation after it', async () => {
  const hook = await prepare();
  const { organization_id } = hook;
  const stranger = await prepare();
  const outcomes = [...Array(50).fill(true), false, true];
  await Promise.all(
    outcomes.map((passed, index) =>
      store.evaluate(
        organization_id,
        buildEvaluation({ agent_id: 'a', passed, ...(passed ? {} : failing) }, `key-${index}`),
      ),
    ),
  );
  // a replay announces nothing
  await store.evaluate(organization_id, buildEvaluation({ agent_id: 'a', passed: false, ...failing }, 'key-50'));
  const messages = await listMessages(hook);
  const told = (type: string) => messages.filter((message) => message.type === type).map(({ data }) => data);
  expect(told('reputation.lifecycle_changed')).toMatchObject([
    { agent_id: 'a', seq: 1, from: 'new', to: 'calibrating' },
    { agent_id: 'a', seq: 50, from: 'calibrating', to: 'active' },
  ]);
  expect(told('evaluation.failed')).toMatchObject([
    { agent_id: 'a', seq: 51, checks: [{ id: 'no-pii', reason: 'found an address' }], source: 'rest' },
  ]);
  const dropped = told('reputation.dropped');
  expect(dropped).toHaveLength(1);
  const [{ from, to, reputation }] = dropped as [{ from: number; to: number; reputation: { score: number } }];
  expect(to).toBe(reputation.score);
  expect(from - to).toBeGreaterThanOrEqual(200);
  expect(await listMessages(stranger)).toEqual([]);
});

const failing = {
  checks: [
    { id: 'no-pii', verdict: 'FAIL' as const, reason: 'found an address', latency_ms: 1 },
    { id: 'schema', verdict: 'PASS' as const, reason: 'valid', latency_ms: 1 },
  ],
};

test('does not announce evaluations that do not count', async () => {
  const hook = await prepare();
  const { organization_id } = hook;
  await store.evaluate(organization_id, buildEvaluation({ agent_id: 'a', status: 'dry_run', passed: false }));
  await store.evaluate(
    organization_id,
    buildEvaluation({ agent_id: 'a', status: 'errored', passed: null, reason: 'no judge' }),
  );
  expect(await listMessages(hook)).toEqual([]);
});

test('a webhook gets only its events, a deleted one none', async () => {
  const hook = await prepare();
  const { organization_id } = hook;
  await store.webhooks.update(organization_id, { webhook_id: hook.webhook_id, events: ['reputation.dropped'] });
  await store.evaluate(organization_id, buildEvaluation({ agent_id: 'a', passed: false }));
  expect(await listMessages(hook)).toEqual([]);
  await store.webhooks.remove(organization_id, hook.webhook_id);
  const { evaluation } = await store.evaluate(organization_id, buildEvaluation({ agent_id: 'a', passed: false }));
  expect(evaluation.seq).toBe(2);
});

test('a message exists if and only if its evaluation does', async () => {
  const hook = await prepare();
  const { organization_id } = hook;
  await using rival = await openStore({ url: database.url, connections: 4 });
  // two processes change the same agent, so one is overtaken repeatedly
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? store : rival).evaluate(organization_id, buildEvaluation({ agent_id: 'a', passed: false })),
    ),
  );
  const failed = (await listMessages(hook)).filter(({ type }) => type === 'evaluation.failed');
  expect(failed.map(seqOf)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(new Set(failed.map(({ event_id }) => event_id)).size).toBe(40);
});

test('the first score is nothing to fall to: those before it were not shown', () => {
  const decline = createDropDetector(0);
  expect(decline.note({ score: 700, lifecycle: 'calibrating', eval_count: 49 })).toBeNull();
  expect(decline.note({ score: 500, lifecycle: 'active', eval_count: 50 })).toBeNull();
  expect(decline.note({ score: 450, lifecycle: 'active', eval_count: 51 })).toBe(500);
});

test('announces a drop once per fall, never on the way up or while calibrating', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.boolean(), (values, settled) => {
      const decline = createDropDetector(0);
      let before = 0;
      for (const score of values) {
        const from = decline.note({ score, lifecycle: settled ? 'active' : 'calibrating' });
        if (from !== null) {
          expect(settled).toBe(true);
          expect(score).toBeLessThan(before);
          expect(from - score).toBeGreaterThanOrEqual(50);
          expect(decline.peak).toBe(score);
        }
        expect(decline.peak).toBeGreaterThanOrEqual(score);
        expect(decline.peak - score).toBeLessThan(50);
        before = score;
      }
    }),
  );
});
