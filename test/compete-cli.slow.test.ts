import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { files } from './competitions.ts';
import { openProject, type Project } from './scripted-github/project.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

const assay = (project: Project, ...args: string[]) =>
  spawnSync(process.execPath, [CLI, 'compete', ...args], {
    cwd: project.folder,
    env: project.host().environment,
    encoding: 'utf8',
  });

test('prints the ranking, the branches and the planned proposal', () => {
  using project = openProject(files());
  const { status, stdout, stderr } = assay(project, 'fix-add', '--agent', 'careful,wrong', '--no-prove');
  expect(stderr).toMatch(/so far: .*careful \d+/);
  expect(stdout).toMatch(/★ {2}careful +\d+ .* 1 of 1\n– {2}wrong +– .* 0 of 1\n/);
  expect(stdout).toContain('winner: careful is the only agent with an eligible run');
  expect(stdout).toMatch(/assay\/fix-add\/wrong {2}\w{12} {2}1 file changed/);
  expect(stdout).toContain('would push assay/fix-add/careful to origin and open a pull request into main');
  expect(status).toBe(0);
});

test('--json prints one document; exits 1 without a winner, 3 if an agent is unavailable', () => {
  using project = openProject(files());
  const nobody = assay(project, 'fix-add', '--agent', 'wrong,idle', '--no-prove', '--json');
  expect(nobody.status).toBe(1);
  expect(JSON.parse(nobody.stdout)).toMatchObject({
    scenario: 'fix-add',
    competition: { status: 'no_winner', formula: 'competition', formula_version: '2' },
    runs: [{ agent: 'wrong' }, { agent: 'idle' }],
    uncounted: [],
    base: { folder: 'app', branch: 'main' },
    branches: [
      { agent: 'wrong', branch: 'assay/fix-add/wrong', changed_paths: ['app/add.sh'] },
      { agent: 'idle', branch: null, reason: 'it changed nothing' },
    ],
    proposal: null,
  });
  const absent = assay(project, 'fix-add', '--agent', 'careful,codex', '--no-prove', '--json');
  expect(absent.status).toBe(3);
  expect(JSON.parse(absent.stdout)).toMatchObject({ error: { code: 'agent_unavailable' } });
});

test.each([
  { args: ['fix-add', '--agent', 'careful'], words: 'at least two agents', why: 'only one agent' },
  { args: ['fix-add', '--agent', 'careful,careful'], words: 'at least two agents', why: 'the same agent twice' },
  { args: ['--agent', 'careful,wrong'], words: 'expected one scenario', why: 'no scenario' },
  { args: ['fix-add', 'other', '--agent', 'careful,wrong'], words: 'expected one scenario', why: 'two scenarios' },
  { args: ['fix-add', '--agent', 'careful,wrnog'], words: 'unknown agent wrnog', why: 'an unknown agent' },
])('rejects $args with exit 2: $why', ({ args, words }) => {
  using project = openProject(files());
  const { status, stderr } = assay(project, ...args);
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});

test('the pull request contains the leaderboard and the scorecard of the winner', () => {
  using project = openProject(files());
  const { stdout } = assay(
    project,
    'fix-add',
    '--agent',
    'careful,wrong',
    '--no-prove',
    '--json',
    '--repo',
    'acme/app',
  );
  const { proposal } = JSON.parse(stdout);
  expect(proposal).toMatchObject({ status: 'planned', title: 'fix-add: change by careful' });
  expect(proposal.body).toMatch(/\| 🏆 \| `careful` \| \d+ \|/);
  expect(proposal.body).toContain('| error rate | 100 |');
});
