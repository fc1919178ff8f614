import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildComparison } from '../../test/comparisons.ts';
import { buildCheck, buildProof } from '../../test/pushed.ts';
import { openTestApi, readJson, type TestApi } from '../../test/server.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

test.each([
  { path: '/v1/checks', build: buildCheck },
  { path: '/v1/proofs', build: buildProof },
])('POST $path stores each content once and lists the newest first', async ({ path, build }) => {
  const caller = await api.createCaller();
  const [one, other] = [build(), build()];
  const first = await readJson(await caller.request(path, { method: 'POST', body: one }), 201);
  expect(first).toMatchObject(one);
  expect(await readJson(await caller.request(path, { method: 'POST', body: one }), 200)).toEqual(first);
  await readJson(await caller.request(path, { method: 'POST', body: other }), 201);
  const page = await readJson(await caller.request(`${path}?workspace_id=${caller.workspace_id}&limit=1`), 200);
  expect(page['items']).toMatchObject([other]);
  const rest = await caller.request(`${path}?workspace_id=${caller.workspace_id}&limit=1&after=${page['next']}`);
  expect(await readJson(rest, 200)).toMatchObject({ items: [first], next: null });
});

test('lists the proofs of a scenario', async () => {
  const caller = await api.createCaller();
  // PostgreSQL cannot store U+0000 in a text, and JSON can
  const names = ['one', 'other', 'odd\0\ud800'];
  for (const scenario of names)
    await readJson(await caller.request('/v1/proofs', { method: 'POST', body: { ...buildProof(), scenario } }), 201);
  for (const scenario of names) {
    const query = new URLSearchParams({ workspace_id: caller.workspace_id, scenario });
    const { items } = await readJson(await caller.request(`/v1/proofs?${query}`), 200);
    expect(items).toMatchObject([{ scenario }]);
  }
});

const put = (comparison: { readonly comparison_id: string; readonly [field: string]: unknown }) =>
  api.request(`/v1/comparisons/${comparison.comparison_id}`, { method: 'PUT', body: { comparison } });

test('stores a comparison once; other content is a conflict', async () => {
  const comparison = buildComparison('sent');
  const first = await readJson(await put(comparison), 201);
  expect(await readJson(await put(comparison), 200)).toEqual(first);
  expect(await readJson(await put({ ...comparison, seed: 'another' }), 409)).toMatchObject({ code: 'conflict' });
});

test('rejects a verdict that does not follow from the input', async () => {
  const comparison = buildComparison('forged');
  const verdict = { ...comparison.verdict, verdict: 'neutral', promote: false };
  expect(await readJson(await put({ ...comparison, verdict }), 422)).toMatchObject({ path: 'comparison.verdict' });
  const unknown = { ...comparison.verdict, formula_version: '99' };
  expect(await readJson(await put({ ...comparison, verdict: unknown }), 404)).toMatchObject({
    code: 'unknown_formula',
  });
});

test('rejects a comparison under another id', async () => {
  const [one, other] = [buildComparison('one'), buildComparison('other')];
  const response = await api.request(`/v1/comparisons/${one.comparison_id}`, {
    method: 'PUT',
    body: { comparison: other },
  });
  expect(await readJson(response, 422)).toMatchObject({ path: 'comparison.comparison_id' });
});
