import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JudgeCall } from '@assay/schema';
import { expect, onTestFinished, test } from 'vitest';
import { createProject, readEvidence, runProject } from './projects.ts';
import { startThoroughJudge } from './scripted-judge/thorough-judge.ts';

/* What the configuration says of prices is what a run and its judge cost. */

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

/** A program that says it is Claude Code, and what a service of one's own counted. */
async function createAgent(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-agent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines = LINES.map((line) => `echo '${JSON.stringify(line)}'`);
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/claude'), ['#!/bin/sh', 'echo done > state.txt', ...lines].join('\n'));
  await chmod(join(folder, 'bin/claude'), 0o755);
  return join(folder, 'bin');
}

test('prices of the configuration are what the agent and the judge cost, and the run says by which', async () => {
  await using model = await startThoroughJudge({ opinion: { grade: 8 } });
  const prices = [
    { model: 'house-*', input: 3, output: 20 },
    { model: 'judge-1', input: 1, output: 5 },
  ];
  await using project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [
      {
        name: 'task',
        user_instruction: 'Write done into state.txt.',
        workspace_seed: { copy: './fixture' },
        scorers: [{ name: 'done', type: 'command', command: 'grep -qx done state.txt' }],
        rubric: [{ check: 'It says done.' }],
      },
    ],
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
