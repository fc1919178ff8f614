import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReportData } from '@assay/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeComparison } from '../packages/cli/test/made-comparison.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { createProject } from './projects.ts';

/* `assay report` on real runs. */
const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const env = { ...COMPILE_CACHE, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), HOME: '/nonexistent' };

const assay = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
};

let project: Awaited<ReturnType<typeof createProject>>;
let ids: readonly [string, string];

beforeAll(async () => {
  project = await createProject({
    scenarios: [
      {
        name: 'task',
        user_instruction: 'Write done into state.txt.',
        workspace_seed: 'empty',
        scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
      },
    ],
    config: {
      agents: [
        { id: 'bot', type: 'command', command: 'echo done > state.txt' },
        { id: 'lazy', type: 'nop' },
      ],
    },
  });
  const { stdout } = assay(project.folder, 'run', '--no-prove', '--json', '--label', 'first');
  const { runs } = JSON.parse(stdout);
  ids = runs.map(({ run_id }: { run_id: string }) => run_id);
});
afterAll(() => project[Symbol.asyncDispose]());

const report = (...args: string[]) => assay(project.folder, 'report', ...args);
const runsOf = (...args: string[]): string[] =>
  JSON.parse(report(...args, '--json').stdout).runs.map(({ agent }: { agent: string }) => agent);

const dataOf = (file: string): ReportData => {
  const page = readFileSync(join(project.folder, file), 'utf8');
  const [, json = ''] = /id="assay-data">(.*?)<\/script>/s.exec(page) ?? [];
  return ReportData.parse(JSON.parse(json));
};

/** Stores a comparison of the two runs like `assay compare`. */
function saveComparison(): string {
  const task = { task_id: 'task', baseline: { composites: [0.9] }, candidate: { composites: [] } };
  const { tasks, ...rest } = makeComparison([task]);
  const [first] = tasks;
  if (first === undefined) throw new Error('Expected a task');
  const [before, after] = [first.baseline, first.candidate];
  const comparison = {
    ...rest,
    tasks: [{ ...first, baseline: { ...before, run_ids: [ids[0]] }, candidate: { ...after, run_ids: [ids[1]] } }],
    left_out: [{ run_id: '../../etc', side: 'candidate', task_id: 'task', reason: 'sandbox_lost' }],
  };
  const folder = join(project.folder, '.assay', 'comparisons');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${rest.comparison_id}.json`), JSON.stringify(comparison));
  return rest.comparison_id;
}

test('without a name, reports the latest runs', () => {
  const { status, stdout } = report();
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'The report is in .assay/report.html\n' });
  const { runs, comparison } = dataOf('.assay/report.html');
  expect(runs.map(({ run }) => run?.agent)).toEqual(['bot', 'lazy']);
  expect(comparison).toBeUndefined();
});

test('finds runs by id, label and folder, including a copy', () => {
  expect(runsOf(ids[1])).toEqual(['lazy']);
  expect(runsOf('first')).toEqual(['bot', 'lazy']);
  expect(runsOf('.assay/runs')).toEqual(['bot', 'lazy']);
  cpSync(join(project.folder, '.assay', 'runs', ids[0]), join(project.folder, 'copied'), { recursive: true });
  expect(runsOf('copied', ids[0])).toEqual(['bot', 'bot']);
});

test('Markdown and JUnit show which runs passed and why others failed', () => {
  const { stdout: markdown } = report('--format', 'markdown');
  expect(markdown).toContain('1 of 2 runs passed');
  expect(markdown).toMatch(/\| 🟢 passed \| `task` \| `bot` \| 1 \| PASS \|/);
  expect(markdown).toMatch(/- `task · lazy · 1`: /);
  const { stdout: junit } = report('--format', 'junit');
  expect(junit).toContain('tests="2" failures="1" errors="0"');
  expect(junit).toContain('<testcase name="task · bot · 1" classname="assay.run"');
});

test('finds a comparison by id and file, and includes its existing runs', () => {
  const id = saveComparison();
  const { status, stderr } = report(id, '--out', 'comparison.html');
  expect(status).toBe(0);
  expect(stderr).toContain('1 run of the comparison cannot be found any more, such as ../../etc');
  const { runs, comparison } = dataOf('comparison.html');
  expect(comparison?.verdict.verdict).toBe('regressed');
  expect(runs.map(({ run }) => run?.run_id)).toEqual(ids);
  const file = join('.assay', 'comparisons', `${id}.json`);
  expect(report(file, '--format', 'markdown').stdout).toContain(
    '### 🔴 `shorter-claude-md is worse on task: no task has usable runs on both sides`\n\n**regressed**',
  );
  expect(report(file, '--format', 'junit').stdout).toContain('<testcase name="task" classname="assay.comparison.task"');
  expect(report(id, 'first').stderr).toContain('a comparison must be the only argument');
});

test.each([
  { args: ['nothing-like-it'], words: 'labels: first', why: 'an unknown name' },
  { args: ['cmp_01jd0000000000000000000000'], words: 'cannot be read', why: 'a missing comparison' },
  { args: ['assay.config.json'], words: 'is not a comparison', why: 'a file that is not a comparison' },
  { args: ['--format', 'pdf'], words: 'html, markdown, junit, json', why: 'an unknown format' },
  { args: ['--out', 'nowhere/report.html'], words: 'cannot be written', why: 'a missing folder' },
])('rejects $args with exit 2: $why', ({ args, words }) => {
  const { status, stderr } = report(...args);
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});

test('without any runs, explains how to make some', async () => {
  await using empty = await createProject({ scenarios: [], config: {} });
  const { status, stderr } = assay(empty.folder, 'report');
  expect(stderr).toContain('create some with `assay run`');
  expect(status).toBe(2);
});
