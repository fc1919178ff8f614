import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Comparison, parse } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TOKEN } from './scripted-github/project.ts';
import { COMPARED, openPromotable, type Promotable, REPOSITORY } from './scripted-github/promotable.ts';
import { type Served, startServe } from './served.ts';

/* `assay serve` in a repository: a comparison made by `assay compare` becomes a pull request over REST. */

const PATIENCE_MS = 120_000;

let made: Promotable;
let served: Served;
let key = '';
let comparison_id = '';

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startServe({
    root: join(made.project.folder, '.assay'),
    cwd: made.project.folder,
    args: ['--no-worker', ...args],
    env: { GITHUB_TOKEN: '', GH_TOKEN: '', ...made.environment, ...env },
  });

async function ask(path: string, method = 'GET') {
  const response = await fetch(`${served.url}/v1/comparisons${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await response.text();
  expect(text).not.toContain(TOKEN);
  return { status: response.status, answer: JSON.parse(text) };
}

let edits = 0;

/** Writes an edited copy of the comparison into the folder. */
function edited(edit: (comparison: Comparison) => unknown): string {
  const folder = join(made.project.folder, '.assay/comparisons');
  const comparison = parse(Comparison, JSON.parse(readFileSync(join(folder, `${comparison_id}.json`), 'utf8')));
  const other = comparison_id.replace(/.{4}$/, `000${edits++}`);
  writeFileSync(
    join(folder, `${other}.json`),
    JSON.stringify({ ...(edit(comparison) as object), comparison_id: other }),
  );
  return other;
}

beforeAll(async () => {
  made = await openPromotable();
  const compared = await made.assay(['compare', ...COMPARED]);
  expect(compared).toMatchObject({ status: 0 });
  ({ comparison_id } = JSON.parse(compared.stdout));
  served = await start(['--repo', REPOSITORY], { GITHUB_TOKEN: TOKEN });
  key = served.first_key ?? '';
}, 600_000);
afterAll(async () => {
  await served?.[Symbol.asyncDispose]();
  await made?.[Symbol.asyncDispose]();
}, 120_000);

test('serves a comparison of the folder with the plan of its pull request', async () => {
  await expect.poll(async () => (await ask(`/${comparison_id}`)).status, { timeout: PATIENCE_MS }).toBe(200);
  const before = made.project.state();
  const { status, answer } = await ask(`/${comparison_id}/pull-request`);
  expect([status, answer.blockers]).toEqual([200, []]);
  expect(answer).toMatchObject({
    can_open: true,
    proposal: { repository: REPOSITORY, branch: expect.stringMatching(/^assay\/promote-[0-9a-f]{8}$/) },
    command: expect.stringContaining(`--from .assay/comparisons/${comparison_id}.json --repo ${REPOSITORY} --yes`),
  });
  expect(answer.proposal.diff_stat).toContain('delete mode 100644 AGENTS.md');
  expect(made.project.state()).toEqual(before);
  expect(made.github.requests).toEqual([]);
  expect(made.branches()).toBe('main\n');
});

test('the shown command gives the same proposal', async () => {
  const { answer } = await ask(`/${comparison_id}/pull-request`);
  const words = (answer.command as string).split(' ');
  expect([words[0], words.at(-1)]).toEqual(['assay', '--yes']);
  const { status, stdout } = await made.assay([...words.slice(1, -1), '--json']);
  expect(status).toBe(0);
  expect(JSON.parse(stdout).proposal).toMatchObject(answer.proposal);
});

test('opens nothing while the work tree has uncommitted changes', async () => {
  made.project.shell('echo x >> CLAUDE.md');
  try {
    const blockers = ['the working tree has uncommitted changes'];
    expect((await ask(`/${comparison_id}/pull-request`)).answer).toMatchObject({ can_open: false, blockers });
    const { status, answer } = await ask(`/${comparison_id}/pull-request`, 'POST');
    expect([status, answer.code]).toEqual([409, 'conflict']);
    expect(answer.detail).toContain(blockers[0]);
  } finally {
    made.project.shell('git checkout -q -- .');
  }
  expect(made.branches()).toBe('main\n');
  expect(made.github.requests).toEqual([]);
});

test('earlier runs can be compared, but not promoted', async () => {
  const { workspace_id } = (await ask(`/${comparison_id}`)).answer;
  const side = (name: string) => ({ label: `${comparison_id}/${name}` });
  const response = await fetch(`${served.url}/v1/comparisons`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspace_id, baseline: side('baseline'), candidate: side('candidate') }),
  });
  const picked = (await response.json()) as { comparison_id: string; verdict: { verdict: string } };
  expect([response.status, picked.verdict.verdict]).toEqual([201, 'improved']);
  const { answer } = await ask(`/${picked.comparison_id}/pull-request`);
  expect(answer).toMatchObject({ can_open: false, proposal: null });
  expect(answer.blockers).toContain('the comparison uses earlier runs, not runs made side by side');
  expect(answer.command).toContain('first fourth second third --agent obedient');
  expect((await ask(`/${picked.comparison_id}/pull-request`, 'POST')).status).toBe(409);
  expect(made.branches()).toBe('main\n');
});

test.each<{ why: string; edit: (comparison: Comparison) => unknown; blockers: unknown; command: unknown }>([
  {
    why: 'a side without a commit',
    edit: (it) => ({ ...it, candidate: { ...it.candidate, configuration: null }, seed: null }),
    blockers: [
      'the runs of the candidate do not belong to a commit',
      'the comparison uses earlier runs, not runs made side by side',
    ],
    command: null,
  },
  {
    why: 'an unknown commit',
    edit: ({ candidate, ...it }) => ({
      ...it,
      candidate: { ...candidate, configuration: { ...candidate.configuration, commit: 'd'.repeat(40) } },
    }),
    blockers: [expect.stringContaining(`${'d'.repeat(40)} is not a commit in this repository`)],
    command: expect.stringContaining('d'.repeat(40)),
  },
  {
    why: 'an edited verdict',
    edit: (it) => ({ ...it, verdict: { ...it.verdict, net_gain: it.verdict.net_gain + 1 } }),
    blockers: [expect.stringContaining('the comparison was edited')],
    command: expect.stringContaining('--from'),
  },
])('opens nothing for a comparison with $why', async ({ edit, blockers, command }) => {
  const other = edited(edit);
  await expect.poll(async () => (await ask(`/${other}`)).status, { timeout: PATIENCE_MS }).toBe(200);
  const { answer } = await ask(`/${other}/pull-request`);
  expect(answer).toMatchObject({ can_open: false, blockers, proposal: null, command });
  expect((await ask(`/${other}/pull-request`, 'POST')).status).toBe(409);
  expect(made.branches()).toBe('main\n');
});

test('reports an error of GitHub, undoes the push, and stores nothing', async () => {
  made.github.fail({ method: 'POST', times: 1, status: 403, message: 'Resource not accessible' });
  const { status, answer } = await ask(`/${comparison_id}/pull-request`, 'POST');
  expect([status, answer.code]).toEqual([409, 'conflict']);
  expect(answer.detail).toContain('the token needs write access to contents and pull requests');
  expect(made.branches()).toBe('main\n');
  expect((await ask(`/${comparison_id}`)).answer.pull_request).toBeNull();
});

test('opens the pull request once and stores it with the comparison', async () => {
  const before = made.project.state();
  const pull_request = { url: `https://github.example/${REPOSITORY}/pull/1`, state: 'open' };
  const answers = await Promise.all([1, 2].map(() => ask(`/${comparison_id}/pull-request`, 'POST')));
  expect(answers).toMatchObject([1, 2].map(() => ({ status: 200, answer: { comparison_id, pull_request } })));
  expect(made.github.pulls).toHaveLength(1);
  expect(made.github.pulls[0]?.title).toMatch(/^Agent configuration [0-9a-f]{8}: improved by \+/);
  expect(made.branches()).toMatch(/^assay\/promote-[0-9a-f]{8}\nmain\n$/);
  expect(
    made.project.shell('git diff-tree -r --name-only main $(git branch --list "assay/*" --format "%(refname)")'),
  ).toBe('.claude/hooks/check.sh\n.claude/skills/check/SKILL.md\nAGENTS.md\nCLAUDE.md\n');
  expect(made.project.state()).toEqual(before);
  expect((await ask(`/${comparison_id}`)).answer).toMatchObject({ pull_request });
});

test('reports a missing token and unproven scenarios', async () => {
  await served[Symbol.asyncDispose]();
  served = await start(['--repo', REPOSITORY]);
  const { answer: found } = await ask(`/${comparison_id}`);
  expect(found.pull_request).toMatchObject({ state: 'open' });
  const other = edited((it) => it);
  await expect.poll(async () => (await ask(`/${other}`)).status, { timeout: PATIENCE_MS }).toBe(200);
  expect((await ask(`/${other}/pull-request`)).answer).toMatchObject({
    can_open: false,
    blockers: [expect.stringContaining('GITHUB_TOKEN')],
  });
  rmSync(join(made.project.folder, '.assay/proofs'), { recursive: true });
  const { answer } = await ask(`/${other}/pull-request`);
  expect(answer.blockers.join('\n')).toContain('has not proved itself');
});
