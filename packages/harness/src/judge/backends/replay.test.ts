import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JudgeCall } from '@assay/schema';
import { afterAll, expect, test } from 'vitest';
import { ask } from '../../../../../test/scripted-judge/asking.ts';
import { ANSWER, QUESTION } from '../../../../../test/scripted-judge/judge.ts';
import { promptDigest } from '../prompt-digest.ts';
import { createReplay } from './replay.ts';

const root = mkdtempSync(`${tmpdir()}/assay-replay-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const prompt_digest = promptDigest(QUESTION);
const call: JudgeCall = {
  judgment_id: `jdg_${'0'.repeat(26)}` as JudgeCall['judgment_id'],
  purpose: 'run',
  batch: 0,
  sample: 0,
  member: 0,
  judge: 'anthropic:m',
  backend: 'anthropic',
  model_asked: 'm',
  model: 'm-1',
  criteria: 'run@1',
  criteria_digest: 'c'.repeat(64),
  prompt_digest,
  status: 'answered',
  obstacle: null,
  detail: null,
  reply: ANSWER,
  repaired: false,
  tries: 1,
  cached: false,
  usage: { input_tokens: 1, cached_input_tokens: 0, cache_write_input_tokens: 0, output_tokens: 1 },
  cost_usd_micros: 5,
  latency_ms: 5,
  judged_at: '2026-11-15T00:00:00.000Z',
};

function write(path: string, records: readonly unknown[]): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return file;
}

test('the same question gets the recorded reply at no cost', async () => {
  const from = write('one/judgments.jsonl', [{ something: 'else' }, { ...call, prompt_digest: 'd'.repeat(64) }, call]);
  const { asked } = await ask(createReplay({ from }));
  expect(asked).toMatchObject({
    status: 'answered',
    reply: ANSWER,
    model: 'm-1',
    tries: 1,
    cost_usd_micros: 0,
    usage: null,
  });
});

test('distinguishes samples', async () => {
  const from = write('samples/judgments.jsonl', [call, { ...call, sample: 1, reply: 'another' }]);
  const replay = createReplay({ from });
  const read = () => ({ ok: true, value: null }) as const;
  expect((await ask(replay, { sample: 1, read })).asked.reply).toBe('another');
  expect((await ask(replay, { sample: 0, read })).asked.reply).toBe(ANSWER);
});

test('another question and a missing file fail as not recorded', async () => {
  const from = write('other/judgments.jsonl', [call]);
  const other = await ask(createReplay({ from }), { prompt_digest: 'e'.repeat(64) });
  expect(other.asked).toMatchObject({ status: 'failed', obstacle: 'not_recorded', tries: 1 });
  expect(other.asked.detail).toContain(`prompt_digest ${'e'.repeat(64)} and sample 0 in ${from}`);
  const missing = await ask(createReplay({ from: join(root, 'nowhere') }));
  expect(missing.asked).toMatchObject({ obstacle: 'not_recorded', detail: expect.stringContaining('nowhere') });
});

test('searches run folders for recorded calls, but not folders that agents wrote to', async () => {
  write('runs/run_1/judgments.jsonl', [call]);
  expect((await ask(createReplay({ from: join(root, 'runs') }))).asked.reply).toBe(ANSWER);
  write('forged/run_1/workspace/judgments.jsonl', [call]);
  symlinkSync(join(root, 'runs', 'run_1'), join(root, 'forged', 'run_2'));
  symlinkSync(join(root, 'runs', 'run_1', 'judgments.jsonl'), join(root, 'forged', 'run_1', 'judgments.jsonl'));
  expect((await ask(createReplay({ from: join(root, 'forged') }))).asked.obstacle).toBe('not_recorded');
});

test.each([
  { recorded: 'overloaded', tries: 1, reply: '' },
  { recorded: 'judge_refused', tries: 1, reply: 'no' },
  { recorded: 'cut_off', tries: 2, reply: 'no' },
  { recorded: 'unparseable', tries: 2, reply: 'no' },
] as const)('a call that failed as $recorded fails the same way again', async ({ recorded, tries, reply }) => {
  const failed = { ...call, status: 'failed', obstacle: recorded, detail: 'it was so', reply: 'no' };
  const from = write(`${recorded}/judgments.jsonl`, [failed]);
  expect((await ask(createReplay({ from }))).asked).toMatchObject({
    status: 'failed',
    obstacle: recorded,
    tries,
    reply,
  });
});

test('an answer takes precedence over a failure', async () => {
  const failed = { ...call, status: 'failed', obstacle: 'timeout', detail: 'late', reply: '' };
  const from = write('both/judgments.jsonl', [failed, call, failed]);
  expect((await ask(createReplay({ from }))).asked.reply).toBe(ANSWER);
});
