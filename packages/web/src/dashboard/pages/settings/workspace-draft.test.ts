import { expect, test } from 'vitest';
import { EMPTY_DRAFT, FIRST_WEIGHTS, sumWeights, workspaceBody, workspaceDraft } from './workspace-draft.ts';

const WORKSPACE = {
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  name: 'main',
  weights: { completion: 50, error_rate: 20, latency: 20, resource_efficiency: 10 },
  judge: { use: 'anthropic', model: 'some-model', samples: 3 },
  prices: [
    { model: 'claude-*', input: 2.4, cached_input: 0.24, cache_write: 3, output: 12 },
    { model: 'house', input: 0, output: 0 },
  ],
  evidence_retention_days: 90,
  concurrency_limit: null,
  budget_usd_micros: 199_990_000,
  created_at: '2026-11-15T12:00:00.000Z',
} as unknown as Parameters<typeof workspaceDraft>[0];

test('an unchanged form sends the same settings', () => {
  const { workspace_id: _id, created_at: _at, ...settings } = WORKSPACE;
  expect(workspaceBody(workspaceDraft(WORKSPACE))).toEqual(settings);
});

test.each([
  { draft: {}, judge: null, why: 'the server default' },
  {
    draft: { judge: 'heuristic', model: 'left behind' },
    judge: { use: 'heuristic' },
    why: 'the built-in rules have no model',
  },
  { draft: { judge: 'openai' }, judge: { use: 'openai' }, why: 'the default model is not sent' },
  { draft: { judge: 'openai', samples: '2' }, judge: { use: 'openai', samples: 2 }, why: 'two samples' },
])('sends the judge $judge: $why', ({ draft, judge }) => {
  expect(workspaceBody({ ...EMPTY_DRAFT, ...draft }).judge).toEqual(judge);
});

test('sends no prices without custom prices', () => {
  expect(workspaceBody(EMPTY_DRAFT).prices).toBeNull();
});

test('the initial custom weights sum to 100', () => {
  expect(sumWeights(FIRST_WEIGHTS)).toBe(100);
});
