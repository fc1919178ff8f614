import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, REFERENCE_AGENTS, RunResult } from '@assay/schema';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';
import { createProject } from './projects.ts';

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));
const env = { ...COMPILE_CACHE, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':'), HOME: '/nonexistent' };

const assay = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
};

const scenario = (fields: object = {}) => ({
  name: 'task',
  user_instruction: 'Write done into state.txt.',
  workspace_seed: 'empty',
  scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
  ...fields,
});
const bot = (command: string) => ({ id: 'bot', type: 'command', command });

// `npm run soak:proofs` proves all
test('a bundled example is proven', async () => {
  await using project = await createProject({ scenarios: [], config: { scenarios: join(EXAMPLES, 'scenarios') } });
  const names = ['merge-intervals'];
  const { status, stdout } = assay(project.folder, 'run', '--prove', '--json', ...names);
  const { proofs } = JSON.parse(stdout);
  expect(proofs).toHaveLength(names.length);
  expect(proofs.filter(({ proven }: { proven: boolean }) => !proven)).toEqual([]);
  for (const { trials } of proofs) expect(trials).toHaveLength(REFERENCE_AGENTS.length);
  expect(status).toBe(0);
});

test('--json prints one document in the published format; a failed run is exit 1', async () => {
  await using project = await createProject({
    scenarios: [scenario()],
    config: { agents: [bot('echo done > state.txt'), { id: 'lazy', type: 'nop' }] },
  });
  const { status, stdout } = assay(project.folder, 'run', '--no-prove', '--json', '--label', 'first');
  const { runs } = JSON.parse(stdout);
  expect(runs.map((run: unknown) => parse(RunResult, run))).toMatchObject([
    { agent: 'bot', outcome: 'COMPLETED', overall: 'PASS', label: 'first', failure: null },
    { agent: 'lazy', outcome: 'FAILED', overall: 'FAIL' },
  ]);
  expect(status).toBe(1);
  const only = assay(project.folder, 'run', '--no-prove', '--agent', 'bot');
  expect(only.status).toBe(0);
  expect(only.stdout).toContain('1 of 1 runs passed');
});

test('a run that could not be made is exit 3 and is counted as an error', async () => {
  await using project = await createProject({
    scenarios: [scenario({ setup: 'exit 1' })],
    config: { agents: [bot('echo done > state.txt')] },
  });
  const { status, stdout } = assay(project.folder, 'run', '--no-prove');
  expect(stdout).toContain('0 of 1 runs passed; 1 error (environment)');
  expect(status).toBe(3);
});

test.each([
  { args: ['run', 'taks'], words: ['taks', 'task'], why: 'an unknown name, with a suggestion' },
  { args: ['run', '--agent', 'claud-code'], words: ['claud-code', 'claude-code'], why: 'an unknown agent' },
  { args: ['run', '--repeat', '0'], words: ['--repeat', '0'], why: 'an invalid number' },
  { args: ['run', '--sandbox', 'jail'], words: ['--sandbox', 'bwrap'], why: 'an unknown sandbox' },
  { args: ['run', '--resume'], words: ['nothing to resume'], why: 'nothing to resume' },
  {
    args: ['run', '--agent', 'codex', '--resume'],
    words: ['--resume takes no scenarios'],
    why: '--resume with other arguments',
  },
])('rejects $args with exit 2: $why', async ({ args, words }) => {
  await using project = await createProject({ scenarios: [scenario()], config: { agents: ['nop'] } });
  const { status, stderr } = assay(project.folder, ...args);
  for (const word of words) expect(stderr).toContain(word);
  expect(status).toBe(2);
});

test('reports all errors of a project at once, before anything runs', async () => {
  await using project = await createProject({
    scenarios: [scenario({ name: 'a', user_instructions: 'x' }), scenario({ name: 'b', limits: { wall_s: 'long' } })],
    config: { agents: ['nop'], wieghts: {} },
  });
  const { status, stderr } = assay(project.folder, 'run');
  expect(stderr).toMatch(/wieghts.*weights/s);
  expect(stderr).toMatch(/user_instructions.*user_instruction/s);
  expect(stderr).toContain('limits.wall_s');
  expect(status).toBe(2);
  expect(readdirSync(project.folder)).not.toContain('.assay');
});

test('--dry-run prints the plan and starts nothing', async () => {
  await using project = await createProject({
    scenarios: [scenario()],
    config: { agents: [bot('echo done > state.txt'), 'nop'] },
  });
  const { status, stderr } = assay(project.folder, 'run', '--repeat', '3', '--dry-run');
  expect(stderr).toContain('6 runs in the sandbox bwrap');
  expect(status).toBe(0);
  expect(readdirSync(join(project.folder, '.assay', 'runs'))).toEqual([]);
});

test('an interrupt ends gracefully and keeps finished runs; --resume makes the rest', async () => {
  await using project = await createProject({
    scenarios: [scenario()],
    config: { agents: [bot('sleep 0.3; echo done > state.txt')], concurrency: 1 },
  });
  const child = spawn(process.execPath, [CLI, 'run', '--no-prove', '--repeat', '6'], { cwd: project.folder, env });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (/· 2: passed/.test(said) && !child.killed) child.kill('SIGINT');
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(130);
  expect(said).toContain('assay run --resume');
  const kept = readdirSync(join(project.folder, '.assay', 'runs'));
  expect(kept.length).toBeGreaterThanOrEqual(2);
  expect(kept.length).toBeLessThan(6);
  const { status, stdout } = assay(project.folder, 'run', '--no-prove', '--resume', '--json');
  expect(status).toBe(0);
  const { runs } = JSON.parse(stdout);
  expect(runs.map(({ repeat }: RunResult) => repeat)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(new Set(readdirSync(join(project.folder, '.assay', 'runs')))).toEqual(
    new Set(runs.map(({ run_id }: RunResult) => run_id)),
  );
});

test('the report of runs is one file with their diffs', async () => {
  await using project = await createProject({
    scenarios: [scenario()],
    config: { agents: [bot('echo done > state.txt; echo "it is <b>done</b>"')] },
  });
  const { status } = assay(project.folder, 'run', '--no-prove', '--html', 'report.html');
  expect(status).toBe(0);
  const html = readFileSync(join(project.folder, 'report.html'), 'utf8');
  expect(html).toContain('+done');
  expect(html).not.toContain('<b>done</b>');
});

test('doctor lists what is installed and how to install the rest', () => {
  const { status, stdout } = assay('/', 'doctor', '--json');
  const { ready, findings } = JSON.parse(stdout);
  expect(findings).toContainEqual(expect.objectContaining({ name: 'bwrap', group: 'sandbox' }));
  expect(findings).toContainEqual({
    group: 'agent',
    name: 'claude-code',
    ok: false,
    detail: 'claude is not on PATH',
    fix: 'npm install -g @anthropic-ai/claude-code',
  });
  expect(status).toBe(ready ? 0 : 3);
});
