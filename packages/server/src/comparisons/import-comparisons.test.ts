import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildComparison } from '../../test/comparisons.ts';
import { newId } from '../../test/database.ts';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { createComparisonImport } from './import-comparisons.ts';

let api: TestApi;
let comparisons = '';
beforeAll(async () => {
  [api, comparisons] = [await openTestApi(), await mkdtemp(join(tmpdir(), 'assay-comparisons-'))];
}, 120_000);
afterAll(async () => {
  await rm(comparisons, { recursive: true, force: true });
  await api[Symbol.asyncDispose]();
});

const put = (name: string, content: unknown) =>
  writeFile(join(comparisons, name), typeof content === 'string' ? content : JSON.stringify(content));
const find = ({ comparison_id }: Pick<Comparison, 'comparison_id'>) =>
  api.store.comparisons.find(api.organization_id, comparison_id);

test('imports the comparisons of a folder once, with their pull requests', async () => {
  const told: [string, Readonly<Record<string, unknown>>][] = [];
  const { organization_id, workspace_id, store } = api;
  const { signal } = new AbortController();
  const log = {
    write: (_level: string, event: string, fields: Readonly<Record<string, unknown>>) =>
      void told.push([event, fields]),
  };
  const look = createComparisonImport({ store, log }, { organization_id, workspace_id, comparisons, signal });
  await look();

  const [one, other] = [buildComparison('one'), buildComparison('other')];
  const pull_request = { url: 'https://github.example/acme/shop/pull/1', state: 'open' as const };
  await put(`${one.comparison_id}.json`, one);
  await put(`${one.comparison_id}.pull-request.json`, pull_request);
  await put(`${newId('cmp')}.json`, '{ cut sho');
  await put(`${newId('cmp')}.json`, other);
  await put(`${newId('cmp')}.pull-request.json`, pull_request);
  await put('notes.json', other);
  await put(`${other.comparison_id}.json.part`, other);
  await look();
  expect(await find(one)).toEqual({ ...one, workspace_id, pull_request });
  expect(await find(other)).toBeUndefined();
  expect(told.map(([event]) => event)).toEqual(['comparison_not_imported', 'comparison_not_imported']);

  // the stored pull request wins over the file, also after a restart
  const merged = { ...pull_request, state: 'merged' as const };
  await store.comparisons.putPullRequest(organization_id, { comparison_id: one.comparison_id, pull_request: merged });
  await look();
  await createComparisonImport({ store, log }, { organization_id, workspace_id, comparisons, signal })();
  expect(await find(one)).toMatchObject({ pull_request: merged });
  expect(told).toHaveLength(4);
});
