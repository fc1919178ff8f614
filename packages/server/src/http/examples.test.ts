import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { HANDLERS } from '../operations/index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

// the objects do not exist; a malformed request would give another status
const UNDERSTOOD = [200, 201, 202, 204, 401, 404, 409, 412];

test.each(HANDLERS.map(({ operation }) => ({ id: operation.id, operation })))(
  'accepts the example request of $id',
  async ({ operation: { method, path, example } }) => {
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
    const response = await api.request(`${address}?${new URLSearchParams(example.query)}`, {
      method: method.toUpperCase(),
      ...(example.body !== undefined && { body: example.body }),
    });
    const said = response.headers.get('content-type')?.includes('problem') ? await response.json() : undefined;
    await response.body?.cancel().catch(() => undefined);
    expect(UNDERSTOOD, JSON.stringify(said)).toContain(response.status);
  },
);
