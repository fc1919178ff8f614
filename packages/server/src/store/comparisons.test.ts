import { type Comparison, Comparison as Schema, VerdictInput } from '@assay/schema';
import { score } from '@assay/scoring';
import { expect, test } from 'vitest';
import { createOrganization, createTestDatabase, newId } from '../../test/database.ts';
import { createWorkspace } from '../../test/runs.ts';
import { openStore } from './store.ts';

function madeComparison(label: string): Comparison {
  const run = { task_id: 'a', composite: 0.5, checks: { passed: 1, total: 2 } };
  const input = VerdictInput.parse({ baseline: [run], candidate: [{ ...run, composite: 0.9 }] });
  const side = { agents: ['claude'], configuration: null };
  return Schema.parse({
    comparison_id: newId('cmp'),
    created_at: '2026-11-15T12:00:00.000Z',
    baseline: { label: 'main', ...side },
    candidate: { label, ...side },
    differences: [],
    seed: null,
    looks: null,
    tasks: [],
    left_out: [],
    judged: false,
    input,
    input_digest: '0'.repeat(64),
    verdict: score('verdict', input),
    spent_usd: null,
    to_settle: null,
  });
}

test('a comparison is kept whole, once, and listed to its own organization', async () => {
  await using database = await createTestDatabase();
  await using store = await openStore({ url: database.url, connections: 2 });
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  const { workspace_id } = await createWorkspace(store, ours);
  const comparisons = ['one', 'two', 'three'].map(madeComparison);
  for (const comparison of comparisons) await store.comparisons.keep(ours, { workspace_id, comparison });
  const [first] = comparisons as [Comparison];
  expect(await store.comparisons.find(ours, first.comparison_id)).toEqual(first);
  expect(await store.comparisons.find(theirs, first.comparison_id)).toBeUndefined();
  await expect(store.comparisons.keep(ours, { workspace_id, comparison: first })).rejects.toMatchObject({
    code: 'conflict',
  });
  const page = await store.comparisons.list(ours, { workspace_id, limit: 2, after: null });
  const rest = await store.comparisons.list(ours, { workspace_id, limit: 2, after: page.next });
  const listed = [...page.items, ...rest.items];
  expect(listed.map(({ comparison_id }) => comparison_id)).toEqual(
    comparisons
      .map(({ comparison_id }) => comparison_id)
      .toSorted()
      .toReversed(),
  );
  expect(listed).toContainEqual(expect.objectContaining({ baseline: 'main', candidate: 'one', verdict: 'improved' }));
  expect((await store.comparisons.list(theirs, { workspace_id, limit: 2, after: null })).items).toEqual([]);
}, 120_000);
