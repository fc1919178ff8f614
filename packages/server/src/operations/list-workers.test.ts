import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, readJson, type TestApi } from '../../test/server.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

test('every organization sees the workers and what they offer, without the names of images', async () => {
  const offer = { sandbox: 'bwrap', cpus: 2, memory_mb: 4000, labels: { os: 'linux' } };
  const images = ['registry.example/secret-project:1'];
  await api.store.workers.announce('second', { ...offer, containers: 'cached', images });
  await api.store.workers.announce('first', { ...offer, containers: 'none', images: [] });
  const list = async () =>
    (await readJson(await (await api.createCaller()).request('/v1/workers'), 200))['items'] as object[];
  const seen_at = expect.any(String);
  expect(await list()).toEqual([
    { ...offer, name: 'first', containers: 'none', images: 0, seen_at },
    { ...offer, name: 'second', containers: 'cached', images: 1, seen_at },
  ]);
  await api.store.workers.leave('first');
  expect(await list()).toMatchObject([{ name: 'second' }]);
});
