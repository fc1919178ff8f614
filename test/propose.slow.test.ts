import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '@assay/schema';
import { expect, test } from 'vitest';
import {
  type Proposal,
  type ProposeOptions,
  proposeChange,
} from '../packages/harness/src/workflows/propose/propose.ts';
import { openProject, plantHooks, TOKEN } from './scripted-github/project.ts';
import { type ScriptedFault, startScriptedGithub } from './scripted-github/server.ts';

const BRANCH = 'assay/promote-01234567';
const CHANGES = [
  { path: 'CLAUDE.md', file: { mode: '100755' as const, content: Buffer.from('be thorough\n') } },
  { path: 'AGENTS.md', file: null },
];

async function open() {
  const project = openProject({ 'CLAUDE.md': 'be brief\n', 'AGENTS.md': 'gone soon\n', 'src/app.js': 'app\n' });
  const github = await startScriptedGithub({ repository: 'acme/shop', git_dir: project.bare, token: TOKEN });
  const base = project.shell('git rev-parse HEAD').trim();
  const propose = (more: Partial<ProposeOptions> = {}): Promise<Proposal> =>
    proposeChange({
      folder: project.folder,
      base,
      branch: BRANCH,
      changes: CHANGES,
      title: 'A better configuration',
      body: 'because',
      remote: 'origin',
      repo: 'acme/shop',
      github_url: github.url,
      yes: true,
      committed_at_ms: 1_700_000_000_000,
      first_wait_ms: 1,
      timeout_ms: 5_000,
      host: project.host({ GITHUB_TOKEN: TOKEN }),
      ...more,
    });
  return {
    ...project,
    github,
    base,
    propose,
    remoteBranches: () => project.shell(`git ls-remote --heads origin`).replaceAll(/[0-9a-f]{40}\trefs\/heads\//g, ''),
    localBranches: () => project.shell('git for-each-ref --format="%(refname:short)" refs/heads'),
    [Symbol.asyncDispose]: async () => {
      await github[Symbol.asyncDispose]();
      project[Symbol.dispose]();
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** The error of a proposal, which must leave nothing behind, locally or remotely. */
async function faultOf(project: Opened, more: Partial<ProposeOptions> = {}): Promise<AssayError> {
  const before = project.state();
  const fault = await project.propose(more).then(
    () => new Error('nothing failed'),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(AssayError);
  expect(project.state()).toEqual(before);
  expect(project.remoteBranches()).toBe('main\n');
  expect(project.localBranches()).toBe('main\n');
  expect(JSON.stringify(fault, Object.getOwnPropertyNames(fault))).not.toContain(TOKEN);
  return fault as AssayError;
}

test('a plan makes no requests and changes nothing, not even git objects', async () => {
  await using project = await open();
  const before = [project.state(), project.shell('git count-objects -v')];
  const plan = await project.propose({ yes: false, host: project.host() });
  expect(plan).toMatchObject({ status: 'planned', repository: 'acme/shop', base_branch: null, pull_request: null });
  expect(plan.diff_stat).toContain('2 files changed, 1 insertion(+), 2 deletions(-)');
  expect(plan.diff_stat).toContain('delete mode 100644 AGENTS.md');
  expect(plan.diff_stat).toContain('mode change 100644 => 100755 CLAUDE.md');
  expect([project.state(), project.shell('git count-objects -v')]).toEqual(before);
  expect(project.github.requests).toEqual([]);
  expect(project.remoteBranches()).toBe('main\n');
});

test('pushes a change and opens its pull request; a second call updates it', async () => {
  await using project = await open();
  const trace = plantHooks(project);
  project.put({ 'CLAUDE.md': 'unsaved work\n' });
  const before = project.state();
  const planned = await project.propose({ yes: false });
  const first = await project.propose();
  expect(first).toMatchObject({ status: 'created', base_branch: 'main', commit: planned.commit });
  expect(first.pull_request).toEqual({ number: 1, url: 'https://github.example/acme/shop/pull/1' });
  const there = `git --git-dir='${project.bare}'`;
  expect(project.shell(`${there} rev-parse ${BRANCH} ${BRANCH}^`)).toBe(`${first.commit}\n${project.base}\n`);
  expect(project.shell(`${there} diff-tree -r --no-renames --raw --abbrev=4 main ${BRANCH} | cut -d' ' -f1,2,5`)).toBe(
    ':100644 000000 D\tAGENTS.md\n:100644 100755 M\tCLAUDE.md\n',
  );

  const again = await project.propose({ body: 'because of more' });
  expect(again).toMatchObject({ status: 'updated', commit: first.commit, pull_request: { number: 1 } });
  const other = await project.propose({ title: 'Another', changes: CHANGES.slice(0, 1) });
  expect(other).toMatchObject({ status: 'updated', pull_request: { number: 1 } });
  expect(project.shell(`${there} rev-parse ${BRANCH}`).trim()).toBe(other.commit);
  expect(project.github.pulls).toMatchObject([{ title: 'Another', body: 'because', head: { ref: BRANCH } }]);
  expect(project.state()).toEqual(before);
  expect(existsSync(trace)).toBe(false);
  expect(project.shell('cat .git/config')).not.toContain(TOKEN);
});

test.each<{ why: string; fault: ScriptedFault; code: string; requests: number }>([
  { why: '401', fault: { method: 'GET', status: 401, message: 'Bad credentials' }, code: 'unauthorized', requests: 1 },
  { why: '403', fault: { method: 'GET', status: 403, message: 'no access' }, code: 'forbidden', requests: 1 },
  { why: '404', fault: { method: 'GET', status: 404, message: 'Not Found' }, code: 'not_found', requests: 1 },
  { why: 'a permanent 500', fault: { method: 'GET', status: 500 }, code: 'remote_unavailable', requests: 3 },
  {
    why: 'a closed connection',
    fault: { method: 'GET', status: 'disconnect' },
    code: 'remote_unavailable',
    requests: 3,
  },
  {
    why: '403 with a rate limit that lasts an hour',
    fault: {
      method: 'GET',
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' },
    },
    code: 'rate_limited',
    requests: 1,
  },
  {
    why: 'a permanent 429',
    fault: { method: 'GET', status: 429, headers: { 'retry-after': '0' } },
    code: 'rate_limited',
    requests: 3,
  },
])('$why is reported before anything is changed', async ({ fault, code, requests }) => {
  await using project = await open();
  project.github.fail(fault);
  expect((await faultOf(project)).code).toBe(code);
  expect(project.github.requests.length).toBe(requests);
});

test.each<{ why: string; fault: ScriptedFault; code: string; timeout_ms?: number }>([
  { why: '403', fault: { method: 'POST', status: 403, message: 'Resource not accessible' }, code: 'forbidden' },
  { why: '422', fault: { method: 'POST', status: 422, message: 'Validation Failed' }, code: 'conflict' },
  { why: 'a permanent 502', fault: { method: 'POST', status: 502 }, code: 'remote_unavailable' },
  { why: 'no answer', fault: { method: 'POST', status: 'hang' }, code: 'remote_unavailable', timeout_ms: 1_000 },
])('removes the branch if opening the pull request fails with $why', async ({ fault, code, timeout_ms = 5_000 }) => {
  await using project = await open();
  project.github.fail(fault);
  const error = await faultOf(project, { timeout_ms });
  expect(error.code).toBe(code);
  expect(error.message).toContain('all earlier steps were undone');
  expect(project.github.requests.filter(({ method }) => method === 'POST').length).toBe(
    code === 'remote_unavailable' ? 3 : 1,
  );
  expect(project.github.pulls).toEqual([]);
});

test.each<{ why: string; fault: ScriptedFault; timeout_ms?: number }>([
  { why: 'a temporary 500', fault: { method: 'POST', status: 500, times: 2 } },
  { why: 'a temporary rate limit', fault: { method: 'POST', status: 403, times: 1, headers: { 'retry-after': '0' } } },
  {
    why: 'a connection lost after the pull request was opened',
    fault: { method: 'POST', status: 'disconnect', times: 1, done: true },
  },
  {
    why: 'a timeout after the pull request was opened',
    fault: { method: 'POST', status: 'hang', times: 1, done: true },
    timeout_ms: 1_000,
  },
])('opens exactly one pull request despite $why', async ({ fault, timeout_ms = 5_000 }) => {
  await using project = await open();
  project.github.fail(fault);
  expect(await project.propose({ timeout_ms })).toMatchObject({ status: 'created', pull_request: { number: 1 } });
  expect(project.github.pulls.length).toBe(1);
});

test('updates a pull request that someone opened in the meantime', async () => {
  await using project = await open();
  const message = `A pull request already exists for acme:${BRANCH}.`;
  project.github.fail({ method: 'POST', status: 422, message, times: 1, done: true });
  expect(await project.propose()).toMatchObject({ status: 'updated', pull_request: { number: 1 } });
  expect(project.github.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST', 'GET', 'PATCH']);
});

test('a failed update restores the branch of the pull request', async () => {
  await using project = await open();
  const first = await project.propose();
  project.github.fail({ method: 'PATCH', status: 503 });
  const failing = project.propose({ changes: CHANGES.slice(0, 1) });
  await expect(failing).rejects.toMatchObject({ code: 'remote_unavailable' });
  expect(project.shell(`git rev-parse ${BRANCH}; git ls-remote origin refs/heads/${BRANCH} | cut -f1`)).toBe(
    `${first.commit}\n${first.commit}\n`,
  );
});

test('a wrong token is rejected by GitHub and never printed', async () => {
  await using project = await open();
  const wrong = `${TOKEN}-but-wrong`;
  const error = await faultOf(project, { host: project.host({ GH_TOKEN: wrong }) });
  expect(error).toMatchObject({ code: 'unauthorized' });
  expect(error.message).toContain('renew it');
});

test('a rejected push leaves nothing behind', async () => {
  await using project = await open();
  const hook = join(project.bare, 'hooks/pre-receive');
  mkdirSync(join(project.bare, 'hooks'), { recursive: true });
  writeFileSync(hook, '#!/bin/sh\necho protected >&2\nexit 1\n');
  chmodSync(hook, 0o755);
  const error = await faultOf(project);
  expect(error).toMatchObject({ code: 'remote_unavailable' });
  expect(error.message).toContain('cannot be pushed to origin');
});

test('prints the command to undo what could not be undone', async () => {
  await using project = await open();
  project.github.fail({ method: 'POST', status: 403, message: 'no' });
  project.shell(`git --git-dir='${project.bare}' config receive.denyDeletes true`);
  await expect(project.propose()).rejects.toThrow(`git push origin --delete ${BRANCH}`);
});

test('an interrupt undoes everything too', async () => {
  await using project = await open();
  const controller = new AbortController();
  project.github.fail({ method: 'POST', status: 'hang' });
  const failing = faultOf(project, { signal: controller.signal, timeout_ms: 60_000 });
  while (!project.github.requests.some(({ method }) => method === 'POST'))
    await new Promise((done) => setTimeout(done, 1));
  controller.abort();
  expect(await failing).toMatchObject({ code: 'interrupted' });
});

test.each(['-m "a fix of a reviewer"', '--amend --no-edit'])(
  'never overwrites a commit made with git commit %s',
  async (how) => {
    await using project = await open();
    const { commit } = await project.propose();
    project.shell(
      `git clone -q '${project.bare}' ../other && cd ../other && git checkout -q ${BRANCH} && echo fix > CLAUDE.md`,
    );
    project.shell(`cd ../other && git commit -qa ${how} && git push -qf`);
    const tip = project.shell(`git ls-remote origin refs/heads/${BRANCH}`);
    expect(tip).not.toContain(commit);
    await expect(project.propose({ changes: CHANGES.slice(0, 1) })).rejects.toMatchObject({ code: 'conflict' });
    expect(project.shell(`git ls-remote origin refs/heads/${BRANCH}`)).toBe(tip);
  },
);

test('rejects a baseline that is not on the remote', async () => {
  await using project = await open();
  project.put({ 'src/app.js': 'not pushed\n' });
  project.shell('git commit -qam "not pushed"');
  const base = project.shell('git rev-parse HEAD').trim();
  const error = await faultOf(project, { base });
  expect(error).toMatchObject({ code: 'conflict' });
  expect(error.message).toContain('push it first');
});

test('a remote can be given as a URL or path', async () => {
  await using project = await open();
  expect(await project.propose({ remote: project.bare })).toMatchObject({ status: 'created' });
  expect(project.remoteBranches()).toBe(`${BRANCH}\nmain\n`);
});

test('pushes only this branch to a mirror remote', async () => {
  await using project = await open();
  project.shell('git config remote.origin.mirror true; git branch private; git tag secret');
  expect(await project.propose()).toMatchObject({ status: 'created' });
  expect(project.remoteBranches()).toBe(`${BRANCH}\nmain\n`);
});

test('fetches a base branch with newer commits and finds the baseline in it', async () => {
  await using project = await open();
  project.shell(
    `git clone -q '${project.bare}' ../other && cd ../other && git commit -q --allow-empty -m more && git push -q`,
  );
  const before = project.state();
  expect(await project.propose()).toMatchObject({ status: 'created' });
  expect(project.state()).toEqual(before);
});

test.each<{ why: string; more: Partial<ProposeOptions>; code: string }>([
  { why: 'a remote URL without a repository', more: { repo: undefined as never }, code: 'usage' },
  { why: 'an invalid repository', more: { repo: '../../x' }, code: 'usage' },
  { why: 'a remote API over plain http', more: { github_url: 'http://github.example' }, code: 'usage' },
  { why: 'a password in the remote', more: { remote: 'https://me:hunter2@github.com/acme/shop' }, code: 'usage' },
  { why: 'a token in the remote', more: { remote: `https://${TOKEN}@github.com/acme/shop` }, code: 'usage' },
  { why: 'a token that ends in =', more: { remote: `https://${TOKEN}=@github.com/acme/shop` }, code: 'usage' },
  { why: 'an option as a remote', more: { remote: '--upload-pack=touch x' }, code: 'usage' },
  { why: 'a missing base branch', more: { base_branch: 'nowhere' }, code: 'usage' },
  { why: 'the branch as its own base', more: { base_branch: BRANCH }, code: 'usage' },
])('rejects $why', async ({ more, code }) => {
  await using project = await open();
  expect(await faultOf(project, more)).toMatchObject({ code });
});

test('sends no token to an Enterprise host that was not named explicitly', async () => {
  await using project = await open();
  project.shell('git remote add elsewhere https://git.corp.test/acme/shop.git');
  const error = await faultOf(project, { remote: 'elsewhere', github_url: undefined as never });
  expect(error.message).toContain('https://git.corp.test/api/v3');
});

test('reports what is missing without a token and without gh', async () => {
  await using project = await open();
  const host = project.host({ PATH: '/nonexistent' });
  await expect(project.propose({ host })).rejects.toMatchObject({ code: 'sandbox_unavailable' });
  const error = await faultOf(project, { host: project.host() });
  expect(error).toMatchObject({ code: 'unauthorized' });
});
