import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Comparison, parse } from '@assay/schema';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';
import { readEvidence } from './projects.ts';
import { openProject, type Project, TOKEN } from './scripted-github/project.ts';
import { startScriptedGithub } from './scripted-github/server.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../examples/compare/', import.meta.url));

/** Copies the example to a new folder, so that its runs are separate. */
async function openExample() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-compare-'));
  await cp(EXAMPLE, folder, { recursive: true, filter: (path) => !path.includes('.assay') });
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** The example as a git repository: each configuration is a branch with its own `CLAUDE.md`. */
function openRepository(): Project {
  const paths = readdirSync(join(EXAMPLE, 'scenarios'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(EXAMPLE.length));
  const read = (path: string): string => readFileSync(join(EXAMPLE, path), 'utf8');
  const files = [...paths, 'assay.config.yaml'].map((path) => [path, read(path)]);
  const project = openProject({ ...Object.fromEntries(files), 'CLAUDE.md': read('baseline/CLAUDE.md') });
  for (const name of ['helps', 'hurts']) {
    project.shell(`git checkout -qb ${name} main`);
    project.put({ 'CLAUDE.md': read(`${name}/CLAUDE.md`) });
    project.shell(`git commit -qam ${name}; git checkout -q main`);
  }
  return project;
}

async function assay(folder: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const PATH = [dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...COMPILE_CACHE, PATH, HOME: '/nonexistent', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [stdout, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { status, found: JSON.parse(stdout) };
}

const checksOf = ({ tasks }: Comparison, side: 'baseline' | 'candidate') =>
  Object.fromEntries(tasks.map((task) => [task.scenario, `${task[side].passed}/${task[side].checks}`]));

/** Three runs with four checks each; a wrong edit breaks two checks. */
const [RIGHT, WRONG] = ['12/12', '6/12'];
const GUESSED = {
  'add-up': RIGHT,
  'field-of': RIGHT,
  'last-lines': RIGHT,
  'at-least': WRONG,
  'odd-ones-out': WRONG,
  outside: WRONG,
};

const branchesAt = ({ shell }: Project): string => shell('git ls-remote --heads origin | cut -f 2');

test('a CLAUDE.md that helps is an improvement and becomes a pull request', async () => {
  using project = openRepository();
  await using github = await startScriptedGithub({ repository: 'acme/shop', git_dir: project.bare, token: TOKEN });
  const there = ['--repo', 'acme/shop', '--github-url', github.url];
  const args = ['promote', '--baseline', 'main', '--candidate', 'helps', '--repeat', '3', '--yes', '--json', ...there];
  const { status, found } = await assay(project.folder, args, { GITHUB_TOKEN: TOKEN });
  const comparison = parse(Comparison, found.comparison);
  expect(comparison.verdict).toMatchObject({ verdict: 'improved', promote: true, regressions: [] });
  expect(comparison.verdict.interval?.low).toBeGreaterThan(0.01);
  expect(comparison.differences).toEqual([{ path: 'CLAUDE.md', change: 'modified' }]);
  expect(comparison.tasks.filter(({ proven }) => !proven)).toEqual([]);
  expect(checksOf(comparison, 'baseline')).toEqual(GUESSED);
  expect(new Set(Object.values(checksOf(comparison, 'candidate')))).toEqual(new Set([RIGHT]));

  const [task] = comparison.tasks;
  const run_id = task?.candidate.run_ids[0] ?? '';
  const { run, changed_paths } = await readEvidence(join(project.folder, '.assay', 'runs', run_id));
  expect(run.configuration).toEqual(comparison.candidate.configuration);
  // the configuration does not count as a change of the agent
  expect(changed_paths.map(({ path }) => path)).toEqual([`${task?.scenario}.sh`]);

  expect(found.blockers).toEqual([]);
  expect(found.proposal).toMatchObject({ status: 'created', pull_request: { number: 1 } });
  expect(github.pulls[0]?.body).toContain('improved');
  expect(project.shell(`git diff --name-only main ${found.proposal.branch}`)).toBe('CLAUDE.md\n');
  expect(project.shell(`git diff helps ${found.proposal.branch}`)).toBe('');
  expect(branchesAt(project)).toContain(found.proposal.branch);
  expect(status).toBe(0);
});

test('a CLAUDE.md that hurts is a proven regression and is not pushed', async () => {
  await using example = await openExample();
  const sides = ['--baseline', './baseline', '--candidate', './hurts'];
  const { status, found } = await assay(example.folder, ['compare', ...sides, '--no-prove', '--json']);
  const comparison = parse(Comparison, found);
  expect(comparison.verdict).toMatchObject({ verdict: 'regressed', promote: false });
  expect(comparison.verdict.regressions).toContainEqual(
    expect.objectContaining({ kind: 'pooled_objective_drop', status: 'proven' }),
  );
  expect(checksOf(comparison, 'baseline')).toEqual(GUESSED);
  expect(Object.values(checksOf(comparison, 'candidate'))).not.toContain(RIGHT);
  expect(status).toBe(1);

  using project = openRepository();
  await using github = await startScriptedGithub({ repository: 'acme/shop', git_dir: project.bare, token: TOKEN });
  const kept = join(example.folder, 'comparison.json');
  writeFileSync(kept, JSON.stringify(comparison));
  const refs = ['--baseline', 'main', '--candidate', 'hurts', '--from', kept];
  const there = ['--repo', 'acme/shop', '--github-url', github.url];
  const promoted = await assay(project.folder, ['promote', ...refs, ...there, '--yes', '--json'], {
    GITHUB_TOKEN: TOKEN,
  });
  expect(promoted.found).toMatchObject({ promote: false, proposal: null });
  expect(promoted.found.blockers).toContain('the verdict is regressed, not improved');
  expect(promoted.status).toBe(1);
  expect(github.requests).toEqual([]);
  expect(branchesAt(project)).toBe('refs/heads/main\n');
});

test('a configuration against itself is neutral; with few runs it is underpowered and shows how many runs are needed', async () => {
  await using example = await openExample();
  // with two runs per side on two tasks there are only 36 permutations, too few to prove a difference
  const few = ['at-least', 'last-lines', '--repeat', '2'];
  const sides = ['--baseline', './baseline', '--candidate', './baseline'];
  const { status, found } = await assay(example.folder, ['compare', ...sides, ...few, '--no-prove', '--json']);
  const comparison = parse(Comparison, found);
  expect(comparison.verdict).toMatchObject({ verdict: 'neutral', promote: false, underpowered: true });
  expect(comparison.verdict.runs_needed).toBeGreaterThan(2);
  expect(comparison.to_settle?.runs).toBeGreaterThan(0);
  expect(comparison.differences).toEqual([]);
  expect(comparison.baseline.configuration?.digest).toBe(comparison.candidate.configuration?.digest);
  expect(checksOf(comparison, 'candidate')).toEqual(checksOf(comparison, 'baseline'));
  expect(status).toBe(0);
});

test('an A/A test of the suite raises no false alarm', async () => {
  await using example = await openExample();
  const few = ['at-least', 'last-lines', '--repeat', '2', '--trials', '200', '--configuration', './baseline'];
  const { status, found } = await assay(example.folder, ['aa', ...few, '--no-prove', '--json']);
  expect(found).toMatchObject({ trials: 200, improved: { trials: 0 }, regressed: { trials: 0 }, holds: true });
  expect(status).toBe(0);
});
