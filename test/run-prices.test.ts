import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { JudgeCall } from '@assay/schema';
import { expect, onTestFinished, test } from 'vitest';
import { createProject, readEvidence, runProject, STATE_TASK } from './projects.ts';
import { startThoroughJudge } from './scripted-judge/thorough-judge.ts';

/* Prices in the configuration determine the cost of runs, sessions and judges. */

const LINES = [
  { type: 'system', subtype: 'init', model: 'house-7' },
  { type: 'assistant', message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'done' }] } },
  {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'done',
    usage: { input_tokens: 1000, output_tokens: 100 },
  },
];

/** A fake Claude Code program that reports the tokens of a private model. */
async function createAgent(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-agent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines = LINES.map((line) => `echo '${JSON.stringify(line)}'`);
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/claude'), ['#!/bin/sh', 'echo done > state.txt', ...lines].join('\n'));
  await chmod(join(folder, 'bin/claude'), 0o755);
  return join(folder, 'bin');
}

test('configured prices determine the cost of agent and judge, and the run stores them', async () => {
  await using model = await startThoroughJudge({ opinion: { grade: 8 } });
  const prices = [
    { model: 'house-*', input: 3, output: 20 },
    { model: 'judge-1', input: 1, output: 5 },
  ];
  await using project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [{ ...STATE_TASK, rubric: [{ check: 'It says done.' }] }],
    config: {
      agents: ['claude-code'],
      judge: { use: 'openai', model: 'judge-1', base_url: `${model.url}/v1` },
      prices,
    },
  });
  const PATH = [await createAgent(), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const { results } = await runProject(project.folder, { environment: { PATH, ANTHROPIC_API_KEY: 'sk-none' } });
  const folder = results[0]?.folder ?? '';
  const { run } = await readEvidence(folder);
  expect(run).toMatchObject({ outcome: 'COMPLETED', cost_usd_micros: 3 * 1000 + 20 * 100, cost_source: 'priced' });
  expect(run.prices).toEqual(prices.slice(0, 1));
  const calls = await readCalls(folder);
  expect(calls.length).toBeGreaterThan(0);
  for (const { usage, cost_usd_micros } of calls)
    expect(cost_usd_micros).toBe((usage?.input_tokens ?? 0) + 5 * (usage?.output_tokens ?? 0));
});

async function readCalls(folder: string): Promise<JudgeCall[]> {
  const lines = (await readFile(join(folder, 'judgments.jsonl'), 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as JudgeCall);
}

const BIN = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

const SESSION = [
  { type: 'user', message: { role: 'user', content: 'Write done into state.txt.' } },
  {
    type: 'assistant',
    message: {
      id: 'm',
      role: 'assistant',
      model: 'house-7',
      content: [{ type: 'text', text: 'done' }],
      usage: { input_tokens: 1000, output_tokens: 100 },
    },
  },
];

/** A folder with sessions of a private model, and an optional configuration. */
async function createSessions(config: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-sessions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines = SESSION.map((line, index) => ({
    ...line,
    ...{ uuid: `u${index}`, sessionId: 'one', isSidechain: false, timestamp: `2026-11-15T12:00:0${index}.000Z` },
  }));
  const session = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  // enough to be graded in threads
  for (let number = 1; number <= 9; number++) await writeFile(join(folder, `${number}.jsonl`), session);
  if (config !== undefined) await writeFile(join(folder, 'assay.config.yaml'), config);
  return folder;
}

function assay(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test.each([
  { config: undefined, cost_usd: null, cost_source: null, why: 'unknown price' },
  { config: 'agents: [nop]\n', cost_usd: null, cost_source: null, why: 'no prices in the configuration' },
  {
    config: 'prices: [{ model: house-*, input: 3, output: 20 }]\n',
    cost_usd: 0.005,
    cost_source: 'priced',
    why: 'price in the configuration',
  },
])('a session without a reported cost costs $cost_usd: $why', async ({ config, cost_usd, cost_source }) => {
  const folder = await createSessions(config);
  const read = assay(folder, 'transcript', '1.jsonl');
  expect(read, read.stderr).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(read.stdout)).toMatchObject({ model: 'house-7', cost_usd, cost_source });
  const graded = assay(folder, 'grade', '.', '--json');
  const { runs } = JSON.parse(graded.stdout);
  expect(runs).toHaveLength(9);
  for (const run of runs) expect(run).toMatchObject({ model: 'house-7', cost_usd, cost_source });
  const trajectory = assay(folder, 'transcript', '1.jsonl', '--format', 'atif');
  expect(JSON.parse(trajectory.stdout).final_metrics?.total_cost_usd ?? null).toBe(cost_usd);
});

test('rejects invalid prices before grading', async () => {
  const folder = await createSessions('prices: [{ model: house-*, input: cheap, output: 20 }]\n');
  for (const command of ['grade', 'transcript']) {
    const refused = assay(folder, command, '1.jsonl');
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('prices[0].input');
  }
});

test('configured prices apply to the judge of a session too', async () => {
  await using model = await startThoroughJudge();
  const folder = await createSessions('prices: [{ model: judge-1, input: 1000, output: 5000 }]\n');
  const environment = { ...process.env, OPENAI_BASE_URL: `${model.url}/v1`, XDG_CACHE_HOME: join(folder, 'cache') };
  const args = [BIN, 'grade', '1.jsonl', '--json', '--judge', 'openai:judge-1'];
  const program = spawn(process.execPath, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { runs } = JSON.parse(await text(program.stdout));
  expect(runs[0].judgment.cost_usd_micros).toBeGreaterThan(0);
});
