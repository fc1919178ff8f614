import { join } from 'node:path';
import { type CompeteOptions, compete } from '@assay/harness';
import { expect, test } from 'vitest';
import { ADDS, AGENTS, FIX, files } from './competitions.ts';
import { SILENT } from './projects.ts';
import { openProject, type Project, TOKEN } from './scripted-github/project.ts';
import { startScriptedGithub } from './scripted-github/server.ts';

const run = (project: Project, options: Partial<CompeteOptions> = {}) =>
  compete({
    folder: project.folder,
    scenario: 'fix-add',
    agents: ['careful', 'wrong'],
    repeat: 1,
    label: null,
    budget_usd: null,
    prove: 'never',
    harness_version: '0.0.0-test',
    events: SILENT,
    signal: new AbortController().signal,
    host: project.host(),
    propose: { yes: false, remote: 'origin', describe: () => 'the leaderboard' },
    ...options,
  });

const proposing = (url: string): CompeteOptions['propose'] => ({
  yes: true,
  remote: 'origin',
  repo: 'acme/app',
  github_url: url,
  describe: ({ competition }) => `winner: ${competition.winner}`,
});

const branchesOf = (project: Project): string[] =>
  project.shell("git for-each-ref --format='%(refname:short)' refs/heads/assay").split('\n').slice(0, -1);

test('each change becomes a branch with exactly that change; the checkout stays unchanged and nothing is pushed', async () => {
  using project = openProject(files());
  const before = project.state();
  const result = await run(project, { agents: ['careful', 'hasty', 'wrong', 'idle'] });
  expect(result.competition).toMatchObject({ status: 'winner', winner: 'careful' });
  expect(result.competition.ranking.map(({ agent_id, eligible_runs }) => [agent_id, eligible_runs])).toEqual([
    ['careful', 1],
    ['hasty', 1],
    ['idle', 0],
    ['wrong', 0],
  ]);
  expect(branchesOf(project)).toEqual(['assay/fix-add/careful', 'assay/fix-add/hasty', 'assay/fix-add/wrong']);
  expect(result.branches.find(({ agent }) => agent === 'idle')).toMatchObject({ reason: 'it changed nothing' });
  expect(project.shell('git diff --raw --no-renames --abbrev=4 main assay/fix-add/careful').split('\n')).toEqual([
    expect.stringMatching(/^:100644 100644 \w+ \w+ M\tapp\/add\.sh$/),
    expect.stringMatching(/^:000000 100644 0+ \w+ A\tapp\/notes\/done\.txt$/),
    expect.stringMatching(/^:100644 000000 \w+ 0+ D\tapp\/old\.txt$/),
    expect.stringMatching(/^:000000 120000 0+ \w+ A\tapp\/sum$/),
    expect.stringMatching(/^:100644 100755 \w+ \w+ M\tapp\/tool\.sh$/),
    '',
  ]);
  expect(project.shell('git show assay/fix-add/hasty:app/add.sh')).toBe('echo $(($1 + $2))\n');
  expect(project.shell('git log -1 --format=%B assay/fix-add/careful')).toMatch(/Scorecard: \d+ [A-Z]/);
  expect(project.shell('git rev-parse assay/fix-add/careful^ assay/fix-add/wrong^ main').split('\n', 3)).toEqual(
    Array.from({ length: 3 }, () => result.base?.commit),
  );
  expect(result.winner_proposal.proposal).toMatchObject({ status: 'planned', branch: 'assay/fix-add/careful' });
  expect(project.state()).toEqual(before);
  expect(project.shell(`git --git-dir='${project.bare}' for-each-ref --format='%(refname)'`)).toBe('refs/heads/main\n');
});

test('only the winner is pushed, with a pull request; a second competition updates both', async () => {
  using project = openProject(files());
  await using github = await startScriptedGithub({ repository: 'acme/app', git_dir: project.bare, token: TOKEN });
  const options = { host: project.host({ GITHUB_TOKEN: TOKEN }), propose: proposing(github.url) };
  const before = project.state();
  const first = await run(project, options);
  const made = first.branches.find(({ agent }) => agent === 'careful')?.made;
  expect(first.winner_proposal.proposal).toMatchObject({
    status: 'created',
    base_branch: 'main',
    commit: made?.commit,
  });
  expect(project.shell(`git --git-dir='${project.bare}' log -1 --format=%B assay/fix-add/careful`)).toMatch(
    /Scorecard: \d+ [A-Z]/,
  );
  const second = await run(project, options);
  expect(second.winner_proposal.proposal).toMatchObject({ status: 'updated' });
  expect(github.pulls).toMatchObject([
    { head: { ref: 'assay/fix-add/careful' }, base: { ref: 'main' }, body: 'winner: careful' },
  ]);
  const pushed = project.shell(
    `git --git-dir='${project.bare}' for-each-ref --format='%(refname:short) %(objectname)'`,
  );
  expect(pushed.split('\n').map((line) => line.split(' ')[0])).toEqual(['assay/fix-add/careful', 'main', '']);
  expect(pushed).toContain(project.shell('git rev-parse assay/fix-add/careful').trim());
  expect(project.state()).toEqual(before);
});

test('keeps the result if the pull request cannot be opened, and leaves nothing pushed', async () => {
  using project = openProject(files());
  await using github = await startScriptedGithub({ repository: 'acme/app', git_dir: project.bare, token: TOKEN });
  const { fault, competition, branches } = await run(project, {
    host: project.host({ GITHUB_TOKEN: 'ghp_another' }),
    propose: proposing(github.url),
  });
  expect(fault).toMatchObject({ code: 'unauthorized' });
  expect(competition.winner).toBe('careful');
  expect(branches.map(({ made }) => made?.branch)).toEqual(['assay/fix-add/careful', 'assay/fix-add/wrong']);
  expect(project.shell(`git --git-dir='${project.bare}' for-each-ref --format='%(refname)'`)).toBe('refs/heads/main\n');
});

test.each([
  {
    why: 'contains a workflow, which runs when pushed',
    command: `${FIX}; mkdir -p .github/workflows; echo 'on: push' > .github/workflows/a.yml`,
    said: /\.github\/workflows\/a\.yml, which runs with the permissions/,
  },
  {
    why: 'contains a secret',
    command: `${FIX}; echo "key = '${['AKIA', 'Z7Q4NTM2XW3VJPLK'].join('')}'" > config.py`,
    said: /looks like a secret \(.+\) in config\.py; review assay\/fix-add\/careful/,
  },
])('does not push a winner automatically if it $why', async ({ command, said }) => {
  using project = openProject(
    files(
      { workspace_seed: { git: '../../', ref: 'main' }, stages: [], scorers: [ADDS] },
      { careful: command, idle: AGENTS.idle },
    ),
  );
  await using github = await startScriptedGithub({ repository: 'acme/app', git_dir: project.bare, token: TOKEN });
  const { competition, winner_proposal, branches } = await run(project, {
    agents: ['careful', 'idle'],
    host: project.host({ GITHUB_TOKEN: TOKEN }),
    propose: proposing(github.url),
  });
  expect(competition.winner).toBe('careful');
  expect(branches[0]?.made?.branch).toBe('assay/fix-add/careful');
  expect(winner_proposal).toEqual({ proposal: null, reason: expect.stringMatching(said) });
  expect(github.requests).toEqual([]);
});

test('two agents with the same change tie, regardless of speed, and nothing is proposed', async () => {
  using project = openProject(files({ stages: [] }, { quick: FIX, slow: `sleep 1; ${FIX}` }));
  const { competition, winner_proposal } = await run(project, { agents: ['quick', 'slow'] });
  expect(competition).toMatchObject({ status: 'tie', winner: null, formula_version: '2' });
  expect(competition.tied.toSorted()).toEqual(['quick', 'slow']);
  expect(competition.reason).toContain('the change is the same');
  expect(winner_proposal.proposal).toBeNull();
});

test('a lead inside the noise of repeated runs is a tie, and nothing is proposed', async () => {
  // each agent solves the task at once in one of its two runs; its memory file lies outside the workspace
  using project = openProject(files());
  const memory = (id: string): string => join(project.folder, '..', id);
  const command = (id: string, hasty_first: boolean): string =>
    `if [ -e ${memory(id)} ]; then ${hasty_first ? FIX : AGENTS.hasty}; else ${hasty_first ? AGENTS.hasty : FIX}; fi; [ -e tried ] || touch ${memory(id)}`;
  project.put({
    'assay.config.json':
      files({}, { one: command('one', true), two: command('two', false) })['assay.config.json'] ?? '',
  });
  const { competition, winner_proposal } = await run(project, {
    agents: ['one', 'two'],
    repeat: 2,
    sandbox: 'local',
    concurrency: 1,
  });
  expect(competition).toMatchObject({ status: 'tie', winner: null, tied: expect.arrayContaining(['one', 'two']) });
  expect(competition.noise).toBeGreaterThan(competition.lead ?? 0);
  expect(winner_proposal).toEqual({ proposal: null, reason: competition.reason });
});

test('there is no winner without an eligible run, but the branches exist', async () => {
  using project = openProject(files());
  const { competition, winner_proposal } = await run(project, { agents: ['wrong', 'idle'] });
  expect(competition).toMatchObject({ status: 'no_winner', winner: null });
  expect(winner_proposal).toMatchObject({ proposal: null, reason: competition.reason });
  expect(branchesOf(project)).toEqual(['assay/fix-add/wrong']);
});

test('reports a missing agent program before any agent runs', async () => {
  using project = openProject(files());
  const agents = [{ id: 'careful', type: 'command', command: AGENTS.careful }, 'codex'];
  project.put({ 'assay.config.json': JSON.stringify({ judge: { use: 'none' }, agents }) });
  await expect(run(project, { agents: ['careful', 'codex'] })).rejects.toMatchObject({
    code: 'agent_unavailable',
    message: expect.stringContaining('the program codex is not on PATH'),
  });
  expect(branchesOf(project)).toEqual([]);
});

test('an agent that could not run is not counted, and nothing is proposed', async () => {
  using project = openProject(files());
  project.put({
    // exits without output, before any model request
    'bin/codex': '#!/bin/sh\nexit 1\n',
    'assay.config.json': JSON.stringify({
      judge: { use: 'none' },
      agents: [
        { id: 'careful', type: 'command', command: AGENTS.careful },
        { id: 'absent', type: 'codex' },
      ],
    }),
  });
  project.shell('chmod +x bin/codex');
  const host = project.host({ PATH: `${project.folder}/bin:${process.env['PATH']}` });
  const { competition, uncounted, winner_proposal } = await run(project, { agents: ['careful', 'absent'], host });
  expect(competition.ranking.map(({ agent_id }) => agent_id)).toEqual(['careful']);
  expect(uncounted).toMatchObject([
    { agent: 'absent', reason: expect.stringContaining('The environment failed, not the agent') },
  ]);
  expect(winner_proposal).toMatchObject({ proposal: null, reason: expect.stringContaining('absent') });
});

test('makes no branch if the seed differs from the commit', async () => {
  using project = openProject(files());
  project.put({ 'app/add.sh': 'echo $2\n' });
  const { competition, branches, winner_proposal } = await run(project);
  expect(competition.winner).toBe('careful');
  expect(branches[0]).toMatchObject({ made: null, reason: expect.stringMatching(/add\.sh differ; commit/) });
  expect(winner_proposal.proposal).toBeNull();
  expect(branchesOf(project)).toEqual([]);
});

test.each([
  { seed: 'empty', said: 'not seeded from a repository' },
  { seed: { copy: '../../../home' }, said: 'not in a git repository' },
])('makes no branches if the seed is not in a repository, with a reason: $said', async ({ seed, said }) => {
  using project = openProject(
    files(
      { workspace_seed: seed, stages: [], scorers: [{ name: 'made', type: 'command', command: 'test -e made' }] },
      { one: 'touch made', two: AGENTS.idle },
    ),
  );
  const { competition, base, no_base_reason, winner_proposal } = await run(project, { agents: ['one', 'two'] });
  expect(competition.winner).toBe('one');
  expect(base).toBeNull();
  expect(no_base_reason).toContain(said);
  expect(winner_proposal).toEqual({ proposal: null, reason: no_base_reason });
});

test("does not change a branch with someone else's commits", async () => {
  using project = openProject(files());
  const own = project.shell('git branch assay/fix-add/careful main; git rev-parse assay/fix-add/careful');
  const { branches, winner_proposal } = await run(project);
  expect(branches[0]).toMatchObject({ made: null, reason: expect.stringContaining('commits by others') });
  expect(winner_proposal.proposal).toBeNull();
  expect(project.shell('git rev-parse assay/fix-add/careful')).toBe(own);
});

test('a branch contains the files exactly as the agent left them, and no planted git settings take effect', async () => {
  const planted = [
    `${FIX}; ln -s /etc/passwd out; printf '* filter=evil\\n' > .gitattributes; printf 'a\\r\\n' > crlf.txt`,
    'mkdir -p inner/.git && printf "[core]\\n\\tfsmonitor = exit 1\\n" > inner/.git/config; echo in > inner/file',
    `touch "$(printf 'new\\nline')" "$(printf 'no-utf8-\\377')" -- '-f' '"'`,
  ].join('; ');
  using project = openProject(files({ stages: [] }, { planter: planted, idle: AGENTS.idle }));
  const before = project.state();
  const { branches } = await run(project, { agents: ['planter', 'idle'] });
  expect(branches[0]?.reason).toBeNull();
  const listed = project.shell('git diff --name-only --no-renames -z main assay/fix-add/planter');
  expect(listed.split('\0').toSorted()).toEqual([
    '',
    'app/"',
    'app/-f',
    'app/.gitattributes',
    'app/add.sh',
    'app/crlf.txt',
    'app/inner/file',
    'app/new\nline',
    'app/no-utf8-\ufffd',
    'app/out',
  ]);
  expect(project.shell('git show assay/fix-add/planter:app/out')).toBe('/etc/passwd');
  expect(project.shell('git show assay/fix-add/planter:app/crlf.txt')).toBe('a\r\n');
  expect(project.state()).toEqual(before);
});
