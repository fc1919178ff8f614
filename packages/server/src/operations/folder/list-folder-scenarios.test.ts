import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../test/database.ts';
import { openTestApi, type TestApi } from '../../../test/server.ts';
import { createApp } from '../../http/app.ts';
import type { ServedFolder } from '../../services/served-folder.ts';
import { HANDLERS } from '../index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const list = async (folder: ServedFolder | undefined): Promise<unknown> => {
  const services = folder === undefined ? api.services : { ...api.services, folder };
  const app = createApp({ services, handlers: HANDLERS, check_answers: true });
  const response = await app.request('/v1/folder/scenarios', { headers: { authorization: `Bearer ${api.key}` } });
  return await response.json();
};

test('lists the scenarios of the folder for its organization only', async () => {
  const found = { folder: 'shop', problem: null, items: [] };
  const nothing = { folder: null, problem: null, items: [] };
  const listScenarios = async () => found;
  expect(await list({ organization_id: api.organization_id, listScenarios })).toEqual(found);
  expect(await list({ organization_id: newId('org'), listScenarios })).toEqual(nothing);
  expect(await list(undefined)).toEqual(nothing);
});
