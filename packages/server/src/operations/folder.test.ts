import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { createApp } from '../http/app.ts';
import type { ServedFolder } from '../services/served-folder.ts';
import { HANDLERS } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const list = async (folder: ServedFolder | undefined, what = 'scenarios'): Promise<unknown> => {
  const services = folder === undefined ? api.services : { ...api.services, folder };
  const app = createApp({ services, handlers: HANDLERS, check_answers: true });
  const response = await app.request(`/v1/folder/${what}`, { headers: { authorization: `Bearer ${api.key}` } });
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

test('lists the sessions of the folder for its organization only, if they are read', async () => {
  const found = { folder: 'shop', is_reading: true, is_partial: false, without_folder: 2, items: [] };
  const nothing = { folder: null, is_reading: false, is_partial: false, without_folder: 0, items: [] };
  const own = {
    organization_id: api.organization_id,
    listScenarios: async () => ({ folder: 'shop', problem: null, items: [] }),
  };
  expect(await list({ ...own, listSessions: () => found }, 'sessions')).toEqual(found);
  expect(await list(own, 'sessions')).toEqual(nothing);
  const other = { ...own, organization_id: newId('org'), listSessions: () => found };
  expect(await list(other, 'sessions')).toEqual(nothing);
  expect(await list(undefined, 'sessions')).toEqual(nothing);
});
