import type { Comparison } from '@assay/schema';
import { expect, test } from 'vitest';
import { buildComparison } from '../../../../test/comparisons.ts';
import { createOrganization, createTestDatabase } from '../../../../test/database.ts';
import { createWorkspace } from '../../../../test/runs.ts';
import { openStore } from '../../store.ts';

test('stores a comparison once and lists it for its organization only', async () => {
  await using database = await createTestDatabase();
  await using store = await openStore({ url: database.url, connections: 2 });
  const [ours, theirs] = [await createOrganization(store), await createOrganization(store)];
  const { workspace_id } = await createWorkspace(store, ours);
  const comparisons = ['one', 'two', 'three'].map(buildComparison);
  for (const comparison of comparisons) await store.comparisons.keep(ours, { workspace_id, comparison });
  const [first] = comparisons as [Comparison];
  expect(await store.comparisons.find(ours, first.comparison_id)).toEqual({
    ...first,
    workspace_id,
    pull_request: null,
  });
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
  const [id, pull_request] = [first.comparison_id, { url: 'https://example.com/pull/7', state: 'open' as const }];
  expect(await store.comparisons.putPullRequest(theirs, { comparison_id: id, pull_request })).toBeUndefined();
  expect(await store.comparisons.putPullRequest(ours, { comparison_id: id, pull_request })).toMatchObject({
    comparison_id: id,
    pull_request,
  });
  const merged = { ...pull_request, state: 'merged' as const };
  await store.comparisons.putPullRequest(ours, { comparison_id: id, pull_request: merged });
  expect((await store.comparisons.find(ours, id))?.pull_request).toEqual(merged);
  expect((await store.comparisons.list(theirs, { workspace_id, limit: 2, after: null })).items).toEqual([]);
}, 120_000);
