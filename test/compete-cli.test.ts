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

test('the command tells the ranking, the branches and what would be proposed', () => {
  using project = openProject(files());
  const { status, stdout, stderr } = assay(project, 'mend-add', '--agent', 'careful,wrong', '--no-prove');
  expect(stderr).toMatch(/so far: .*careful \d+/);
  expect(stdout).toMatch(/★ {2}careful +\d+ .* 1 of 1\n– {2}wrong +– .* 0 of 1\n/);
  expect(stdout).toContain('winner: careful is the only agent with an eligible run');
  expect(stdout).toMatch(/assay\/mend-add\/wrong {2}\w{12} {2}1 file changed/);
  expect(stdout).toContain('would push assay/mend-add/careful to origin and open a pull request into main');
  expect(status).toBe(0);
});

test('--json is one document; nobody winning is exit 1, a run that could not be made exit 3', () => {
  using project = openProject(files());
  const nobody = assay(project, 'mend-add', '--agent', 'wrong,idle', '--no-prove', '--json');
  expect(nobody.status).toBe(1);
  expect(JSON.parse(nobody.stdout)).toMatchObject({
    scenario: 'mend-add',
    competition: { status: 'no_winner', formula: 'competition', formula_version: '2' },
    runs: [{ agent: 'wrong' }, { agent: 'idle' }],
    uncounted: [],
    base: { folder: 'app', branch: 'main' },
    branches: [
      { agent: 'wrong', branch: 'assay/mend-add/wrong', changed_paths: ['app/add.sh'] },
      { agent: 'idle', branch: null, reason: 'it changed nothing' },
    ],
    proposal: null,
  });
  const absent = assay(project, 'mend-add', '--agent', 'careful,codex', '--no-prove', '--json');
  expect(absent.status).toBe(3);
  expect(JSON.parse(absent.stdout)).toMatchObject({ error: { code: 'agent_unavailable' } });
});

test.each([
  { args: ['mend-add', '--agent', 'careful'], words: 'at least two agents', why: 'nobody competes alone' },
  { args: ['mend-add', '--agent', 'careful,careful'], words: 'at least two agents', why: 'nor with itself' },
  { args: ['--agent', 'careful,wrong'], words: 'expected one scenario', why: 'there is no task' },
  { args: ['mend-add', 'other', '--agent', 'careful,wrong'], words: 'expected one scenario', why: 'there are two' },
  { args: ['mend-add', '--agent', 'careful,wrnog'], words: 'unknown agent wrnog', why: 'an agent nobody knows' },
])('$args is refused with exit 2: $why', ({ args, words }) => {
  using project = openProject(files());
  const { status, stderr } = assay(project, ...args);
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});

test('the pull request has the leaderboard and the scorecard of the winner', () => {
  using project = openProject(files());
  const { stdout } = assay(
    project,
    'mend-add',
    '--agent',
    'careful,wrong',
    '--no-prove',
    '--json',
    '--repo',
    'acme/app',
  );
  const { proposal } = JSON.parse(stdout);
  expect(proposal).toMatchObject({ status: 'planned', title: 'mend-add: change by careful' });
  expect(proposal.body).toMatch(/\| 🏆 \| `careful` \| \d+ \|/);
  expect(proposal.body).toContain('| error rate | 100 |');
});
