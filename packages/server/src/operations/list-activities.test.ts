import type { Activity } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../test/database.ts';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { createApp } from '../http/app.ts';
import type { Services } from '../services/services.ts';
import { HANDLERS } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

const ACTIVITY: Activity = {
  activity_id: 'a',
  command: 'assay run',
  started_at: '2026-11-15T12:00:00.000Z',
  updated_at: '2026-11-15T12:00:01.000Z',
  proving: { scenario: 'fix-add', at: 1, of: 6, trials_done: 2, trials: 9 },
  running: [],
  runs_done: 0,
  runs: 12,
};

const list = async (activities: Services['activities']): Promise<unknown> => {
  const services = activities === undefined ? api.services : { ...api.services, activities };
  const app = createApp({ services, handlers: HANDLERS, check_answers: true });
  const response = await app.request('/v1/activities', { headers: { authorization: `Bearer ${api.key}` } });
  return await response.json();
};

test('lists activities of the folder for its organization only', async () => {
  const activities = { list: async () => [ACTIVITY] };
  expect(await list({ ...activities, organization_id: api.organization_id })).toEqual({ items: [ACTIVITY] });
  expect(await list({ ...activities, organization_id: newId('org') })).toEqual({ items: [] });
  expect(await list(undefined)).toEqual({ items: [] });
});
