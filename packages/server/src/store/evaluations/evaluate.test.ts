import type { OrganizationId } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrganization, newId, type TestDatabase } from '../../../test/database.ts';
import { buildEvaluation, evaluations, findDrift } from '../../../test/evaluations.ts';
import { runScript } from '../../../test/processes.ts';
import { useStore } from '../../../test/use-store.ts';
import type { Store } from '../store.ts';

let database: TestDatabase;
let store: Store;
useStore({ connections: 6, lanes: 3 }, (opened) => {
  ({ database, store } = opened);
});

async function expectNoDrift(organization_id: OrganizationId, agent_id: string): Promise<void> {
  const { log, expected, found } = await findDrift(store, { organization_id, agent_id });
  expect(found).toEqual(expected);
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
}

test('the first evaluation creates the agent and returns the reputation after it', async () => {
  const organization_id = await createOrganization(store);
  expect(await store.agents.getReputation(organization_id, 'bidder')).toMatchObject({ lifecycle: 'new', seq: 0 });
  const { evaluation, reputation, replayed } = await store.evaluate(
    organization_id,
    buildEvaluation({ agent_id: 'bidder', latency_ms: 0 }),
  );
  expect(reputation).toMatchObject({
    score: null,
    calibration: '1/50',
    lifecycle: 'calibrating',
    eval_count: 1,
    seq: 1,
  });
  expect(replayed).toBe(false);
  expect(await store.evaluations.find(organization_id, evaluation.evaluation_id)).toEqual(evaluation);
  expect(await store.agents.getReputation(organization_id, 'bidder')).toMatchObject({
    score: 654,
    sources: { rest: 1 },
  });
});

test('an errored evaluation is numbered but not counted; a dry run is neither', async () => {
  const organization_id = await createOrganization(store);
  const agent_id = 'a';
  await store.evaluate(organization_id, buildEvaluation({ agent_id }));
  const errored = await store.evaluate(
    organization_id,
    buildEvaluation({ agent_id, status: 'errored', passed: null, reason: 'no judge' }),
  );
  expect(errored).toMatchObject({ evaluation: { seq: 2, reason: 'no judge' }, reputation: { eval_count: 1, seq: 2 } });
  const dry = await store.evaluate(organization_id, buildEvaluation({ agent_id, status: 'dry_run', passed: false }));
  expect(dry).toMatchObject({ evaluation: { seq: null }, reputation: { eval_count: 1, seq: 2 } });
  const page = { agent_id, limit: 10, after: null };
  expect((await store.evaluations.listDryRuns(organization_id, page)).items).toEqual([dry.evaluation]);
  expect((await store.evaluations.listOfAgent(organization_id, page)).items).toHaveLength(2);
  expect((await store.evaluations.list(organization_id, page)).items).toHaveLength(3);
  await expectNoDrift(organization_id, agent_id);
});

test('the 501st evaluation evicts the oldest, also within one batch', async () => {
  const organization_id = await createOrganization(store);
  const agent_id = 'full';
  const results = await Promise.all(
    Array.from({ length: 1203 }, (_, index) =>
      store.evaluate(
        organization_id,
        buildEvaluation({
          agent_id,
          passed: index !== 0 && index % 7 !== 0,
          latency_ms: index,
          latency_ref_ms: 1 + (index % 3),
        }),
      ),
    ),
  );
  expect(results.map(({ evaluation }) => evaluation.seq)).toEqual(results.map((_, index) => index + 1));
  await expectNoDrift(organization_id, agent_id);
  for (let count = 0; count < 5; count++) await store.evaluate(organization_id, buildEvaluation({ agent_id }));
  await expectNoDrift(organization_id, agent_id);
});

test('normalizes agent names; agents of other organizations are separate', async () => {
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  await store.evaluate(ours, buildEvaluation({ agent_id: 'caf\u00e9' }));
  const { evaluation, reputation } = await store.evaluate(ours, buildEvaluation({ agent_id: 'cafe\u0301' }));
  expect(reputation.seq).toBe(2);
  expect(await store.agents.getReputation(theirs, 'caf\u00e9')).toMatchObject({ seq: 0 });
  expect(await store.evaluations.find(theirs, evaluation.evaluation_id)).toBeUndefined();
  expect((await store.evaluations.list(theirs, { limit: 10, after: null })).items).toEqual([]);
});

test('one bad request does not fail others in its batch', async () => {
  const organization_id = await createOrganization(store);
  const names = ['a', 'b\0', 'a', 'c', 'a'];
  const results = await Promise.allSettled(
    names.map((agent_id) => store.evaluate(organization_id, buildEvaluation({ agent_id }))),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { code: 'invalid_input' } });
  await expectNoDrift(organization_id, 'a');
  expect(await store.agents.getReputation(organization_id, 'a')).toMatchObject({ seq: 3 });
});

test('counts a failure whatever the agent output', async () => {
  const organization_id = await createOrganization(store);
  const reason = 'found \0 and \ud800';
  const checks = [{ id: 'a', verdict: 'FAIL' as const, reason, latency_ms: 1 }];
  const request = buildEvaluation({ agent_id: 'a', passed: false, checks }, 'key');
  const { evaluation } = await store.evaluate(organization_id, request);
  expect(await store.evaluations.find(organization_id, evaluation.evaluation_id)).toEqual(evaluation);
  expect(evaluation.checks).toEqual(checks);
  expect(await store.evaluate(organization_id, request)).toMatchObject({ evaluation, replayed: true });
  const errored = buildEvaluation({ agent_id: 'a', status: 'errored', passed: null, reason });
  expect((await store.evaluate(organization_id, errored)).evaluation).toMatchObject({
    reason: 'found \ufffd and \ufffd',
  });
});

test('rejects evaluations of an unknown organization', async () => {
  await expect(store.evaluate(newId('org'), buildEvaluation({ agent_id: 'a' }))).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('the same key and body give one evaluation and one answer, also concurrently; another body is rejected', async () => {
  const organization_id = await createOrganization(store);
  const request = buildEvaluation({ agent_id: 'a' }, 'key-1');
  const results = await Promise.all(Array.from({ length: 8 }, () => store.evaluate(organization_id, request)));
  expect(new Set(results.map(({ evaluation }) => evaluation.evaluation_id)).size).toBe(1);
  expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
  const { replayed, ...again } = await store.evaluate(organization_id, request);
  const { replayed: _, ...first } = results[0] as typeof again & { replayed: boolean };
  expect([replayed, again]).toEqual([true, first]);
  const other = { ...request, idempotency: { key: 'key-1', body_digest: 'b'.repeat(64) } };
  await expect(store.evaluate(organization_id, other)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  const any = { ...request, idempotency: { key: 'key-1', body_digest: null } };
  expect(await store.evaluate(organization_id, any)).toMatchObject({ replayed: true });
  await expectNoDrift(organization_id, 'a');
});

test('the score history has one point per evaluation', async () => {
  const organization_id = await createOrganization(store);
  const given = [];
  for (const passed of [true, false, true]) {
    given.push(await store.evaluate(organization_id, buildEvaluation({ agent_id: 'a', passed })));
  }
  const { items } = await store.evaluations.listScores(organization_id, { agent_id: 'a', limit: 10, after: null });
  expect(items.map(({ score }) => score)).toEqual(given.map(({ reputation }) => reputation.score).toReversed());
});

test('for any evaluations in any batches, the aggregates equal a recomputation from the log', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(evaluations(['a', 'b', 'c']), { minLength: 1, maxLength: 40 }), { maxLength: 4 }),
      async (batches) => {
        const organization_id = await createOrganization(store);
        for (const batch of batches)
          await Promise.all(batch.map((request) => store.evaluate(organization_id, request)));
        for (const agent_id of ['a', 'b', 'c']) await expectNoDrift(organization_id, agent_id);
      },
    ),
    { numRuns: 25 },
  );
}, 60_000);

test('the aggregates stay correct with concurrent processes, full windows and shared keys', async () => {
  const organization_id = await createOrganization(store);
  const agents = ['x', 'y'];
  const batches = fc.sample(fc.array(evaluations(['x', 'x', 'x', 'y']), { minLength: 400, maxLength: 400 }), {
    numRuns: 3,
    seed: 8,
  });
  const printed = await Promise.all(
    batches.map((batch) => {
      // every process also sends the same twenty evaluations
      const shared = Array.from({ length: 20 }, (_, index) => buildEvaluation({ agent_id: 'x' }, `shared-${index}`));
      return runScript('append-many.ts', { args: [database.url, organization_id], input: [...batch, ...shared] });
    }),
  );
  const outcomes = printed.flatMap((text) => JSON.parse(text));
  expect(outcomes).toHaveLength(3 * 420);
  expect(outcomes.filter(({ replayed }) => replayed)).toHaveLength(40);
  for (const agent_id of agents) await expectNoDrift(organization_id, agent_id);
  const acknowledged = new Set(outcomes.map(({ evaluation }) => evaluation.evaluation_id));
  const { items } = await store.evaluations.list(organization_id, { limit: 10_000, after: null });
  expect(new Set(items.map(({ evaluation_id }) => evaluation_id))).toEqual(acknowledged);
}, 120_000);
