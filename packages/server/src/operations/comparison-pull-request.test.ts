import type { PromotionOutcome } from '@assay/harness';
import { AssayError, type Comparison } from '@assay/schema';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildComparison } from '../../test/comparisons.ts';
import { openTestApi, type TestApi } from '../../test/server.ts';
import { createApp } from '../http/app.ts';
import type { Promoter } from '../services/promoter.ts';
import { openPool } from '../store/sql/connection.ts';
import { sql } from '../store/sql/sql.ts';
import { HANDLERS } from './index.ts';

/* Uses a fake promoter; test/serve-promote.slow.test.ts uses the real one. */

const COMMITS = { baseline: 'a'.repeat(40), candidate: 'b'.repeat(40) };
const URL_OF_IT = 'https://github.example/acme/shop/pull/1';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
}, 120_000);
afterAll(() => api[Symbol.asyncDispose]());

let asked: { readonly yes: boolean; readonly comparison: Comparison }[] = [];
beforeEach(() => {
  asked = [];
});

type Answer = Pick<PromotionOutcome, 'promote' | 'blockers'> | Error;

/** Sends requests to a server whose promoter gives this answer. */
function serving(answer: Answer, organization_id = api.organization_id) {
  const promoter: Promoter = {
    options: ['--repo', 'acme/shop'],
    async promote(comparison, { yes }) {
      asked.push({ yes, comparison });
      // long enough for another request to arrive
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (answer instanceof Error) throw answer;
      const pull_request = yes ? { number: 1, url: URL_OF_IT } : null;
      return { ...answer, comparison, proposal: answer.promote ? { ...PROPOSAL, pull_request } : null };
    },
  };
  const services = { ...api.services, promoter: { ...promoter, organization_id } };
  const app = createApp({ services, handlers: HANDLERS, check_answers: true });
  return async (method: string, comparison_id: string, key = api.key) => {
    const response = await app.request(`/v1/comparisons/${comparison_id}/pull-request`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: response.status, answer: JSON.parse(await response.text()) };
  };
}

const PROPOSAL = {
  commit: 'c'.repeat(40),
  diff_stat: ' CLAUDE.md | 2 +-\n',
  status: 'created' as const,
  branch: 'assay/promote-0123abcd',
  remote: 'origin',
  repository: 'acme/shop',
  base_branch: null,
  title: 'Agent configuration 0123abcd: improved by +0.4',
  body: 'because',
};

/** Stores a comparison like that of `assay compare`: of two commits, with its own runs. */
async function keep(fields: Partial<Comparison> = {}): Promise<Comparison['comparison_id']> {
  const made = buildComparison('better');
  const at = (side: keyof typeof COMMITS) => ({
    ...made[side],
    configuration: { label: side, source: side, commit: COMMITS[side], digest: '0'.repeat(64) },
  });
  const comparison = { ...made, seed: 'seed', baseline: at('baseline'), candidate: at('candidate'), ...fields };
  await api.store.comparisons.keep(api.organization_id, { workspace_id: api.workspace_id, comparison });
  return comparison.comparison_id;
}

const GOOD = { promote: true, blockers: [] };

test('shows the planned pull request without opening it', async () => {
  const id = await keep();
  expect(await serving(GOOD)('GET', id)).toEqual({
    status: 200,
    answer: {
      pull_request: null,
      can_open: true,
      blockers: [],
      proposal: {
        title: PROPOSAL.title,
        branch: PROPOSAL.branch,
        repository: 'acme/shop',
        base_branch: null,
        diff_stat: PROPOSAL.diff_stat,
      },
      command: `assay promote --baseline ${COMMITS.baseline} --candidate ${COMMITS.candidate} --from .assay/comparisons/${id}.json --repo acme/shop --yes`,
    },
  });
  expect(asked).toMatchObject([{ yes: false, comparison: { comparison_id: id } }]);
  expect(await api.store.comparisons.find(api.organization_id, id)).toMatchObject({ pull_request: null });
});

test('opens one pull request for concurrent requests and logs it in the audit log', async () => {
  const id = await keep();
  const ask = serving(GOOD);
  const answers = await Promise.all([ask('POST', id), ask('POST', id), ask('POST', id)]);
  const pull_request = { url: URL_OF_IT, state: 'open' };
  for (const { status, answer } of answers) {
    expect(status).toBe(200);
    expect(answer).toMatchObject({ comparison_id: id, candidate: 'better', verdict: 'improved', pull_request });
  }
  expect(asked.map(({ yes }) => yes)).toEqual([true]);
  expect(await api.store.comparisons.find(api.organization_id, id)).toMatchObject({ pull_request });
  const { items } = await api.store.audit_log.list(api.organization_id, { limit: 10, after: null });
  expect(items.filter(({ target }) => target === id)).toMatchObject([
    { action: 'comparison.pull_request', details: { url: URL_OF_IT } },
  ]);
  expect(await ask('GET', id)).toMatchObject({
    answer: { pull_request, can_open: false, blockers: [], proposal: null },
  });
  expect(asked).toHaveLength(1);
});

test('waits for another process that opens a pull request, and returns that one', async () => {
  const id = await keep();
  const pull_request = { url: 'https://example.com/pull/8', state: 'open' as const };
  await using pool = openPool({ url: api.url, connections: 1 });
  const countWaiting = () => pool.run(sql`select from pg_locks where locktype = 'advisory' and not granted`);
  let waiting: ReturnType<ReturnType<typeof serving>> | undefined;
  await api.store.transaction(async ({ comparisons }) => {
    await comparisons.lockPullRequests(api.organization_id);
    waiting = serving(GOOD)('POST', id);
    await expect.poll(countWaiting).toBe(1);
    await comparisons.putPullRequest(api.organization_id, { comparison_id: id, pull_request });
  });
  expect(await waiting).toMatchObject({ status: 200, answer: { pull_request } });
  expect(asked).toEqual([]);
});

test('returns a linked pull request, even a closed one', async () => {
  const id = await keep();
  const pull_request = { url: 'https://example.com/pull/7', state: 'closed' as const };
  await api.store.comparisons.putPullRequest(api.organization_id, { comparison_id: id, pull_request });
  expect(await serving(GOOD)('POST', id)).toMatchObject({ status: 200, answer: { pull_request } });
  expect(asked).toEqual([]);
});

test('names all blockers and stores nothing', async () => {
  const id = await keep();
  const blockers = ['the verdict is regressed, not improved', 'the working tree has uncommitted changes'];
  const ask = serving({ promote: false, blockers });
  expect(await ask('GET', id)).toMatchObject({ status: 200, answer: { can_open: false, blockers, proposal: null } });
  const { status, answer } = await ask('POST', id);
  expect([status, answer.code]).toEqual([409, 'conflict']);
  for (const blocker of [...blockers, `assay promote --baseline ${COMMITS.baseline}`])
    expect(answer.detail).toContain(blocker);
  expect(await api.store.comparisons.find(api.organization_id, id)).toMatchObject({ pull_request: null });
});

test('reports an unavailable remote, and a retry can succeed', async () => {
  const id = await keep();
  const down = new AssayError('remote_unavailable', 'the pull request cannot be opened: GitHub says 502');
  expect(await serving(down)('POST', id)).toMatchObject({ status: 503, answer: { code: 'remote_unavailable' } });
  expect(await serving(GOOD)('POST', id)).toMatchObject({ status: 200 });
});

test('opening requires the admin scope, viewing the read scope', async () => {
  const id = await keep();
  const ask = serving(GOOD);
  for (const scope of ['read', 'write'] as const) {
    const key = await api.createKey([scope]);
    expect(await ask('POST', id, key)).toMatchObject({ status: 403, answer: { code: 'forbidden' } });
    expect(await ask('GET', id, key)).toMatchObject({ status: 200, answer: { can_open: true } });
  }
  expect(asked.some(({ yes }) => yes)).toBe(false);
});

test('opens nothing for another organization', async () => {
  const id = await keep();
  const ask = serving(GOOD, api.other.organization_id);
  expect(await ask('POST', id)).toMatchObject({ status: 409, answer: { code: 'conflict' } });
  expect(await ask('POST', id, api.other.key)).toMatchObject({ status: 404, answer: { code: 'not_found' } });
  expect(asked).toEqual([]);
});

test('a server outside a repository names that, the command and the other blockers', async () => {
  const id = await keep({ seed: null });
  const path = `/v1/comparisons/${id}/pull-request`;
  const plan = await (await api.request(path)).json();
  expect(plan).toMatchObject({
    can_open: false,
    blockers: [
      expect.stringContaining('not started in a git repository'),
      expect.stringContaining('the comparison uses earlier runs'),
    ],
    command: expect.stringContaining(`--candidate ${COMMITS.candidate}`),
  });
  const refused = await api.request(path, { method: 'POST' });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'conflict' }]);
});
