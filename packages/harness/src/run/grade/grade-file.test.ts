import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { GradedTranscript, ReportedRun } from '@assay/schema';
import { afterAll, expect, test } from 'vitest';
import { computeCostMicros } from '../../../../transcripts/src/prices.ts';
import { gradeFile } from './grade-file.ts';

const fixtures = fileURLToPath(new URL('../../../../../fixtures/transcripts', import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/assay-grade-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  {
    path: 'claude/basic.session.jsonl',
    card: 70,
    run: 'PASS',
    why: 'it completed; stages, baseline and resources are unknown and count half',
  },
  {
    path: 'claude/denied-default-mode.stream.jsonl',
    card: 42,
    run: 'FAIL',
    why: 'it ended successfully with every tool denied',
  },
  { path: 'claude/killed-KILL.stream.jsonl', card: 42, run: 'FAIL', why: 'it was interrupted' },
  { path: 'claude/http-401.stream.jsonl', card: 30, run: 'FAIL', why: 'it failed' },
])('$path has a provisional scorecard of $card: $why', async ({ path, card, run }) => {
  const { grade, details } = await gradeFile(`${fixtures}/${path}`, { withDetails: true });
  expect(GradedTranscript.safeParse(grade).error).toBeUndefined();
  expect(ReportedRun.safeParse({ grade, ...details }).error).toBeUndefined();
  expect(grade).toMatchObject({
    scorecard: { score: card, tier: 'Unranked', provisional: true, unknown_axes: expect.arrayContaining(['latency']) },
    gates: { run, scorers: 'N/A', judge: null },
    judge: 'heuristic',
  });
});

test('rules alone give no AXIS result, but what they measured', async () => {
  const { grade } = await gradeFile(`${fixtures}/claude/basic.session.jsonl`);
  expect(grade.axis).toMatchObject({
    score: null,
    band: null,
    partial: true,
    dimensions: {
      goal_achievement: { status: 'withheld', score: null },
      environment: { status: 'withheld', score: null, signals: { success: expect.any(Number) } },
    },
  });
});

test('without an end in the transcript there is no scorecard, with a reason', async () => {
  const { grade } = await gradeFile(`${fixtures}/atif/v1.0-success.json`);
  expect(grade).toMatchObject({ scorecard: null, scorecard_reason: expect.stringContaining('does not say') });
});

test('redacts and counts secrets, unless reveal is set', async () => {
  const secret = `ghp_${'aB3d'.repeat(9)}`;
  const line = (fields: object) => JSON.stringify({ session_id: 's', uuid: 'u', ...fields });
  const path = `${folder}/secret.jsonl`;
  writeFileSync(
    path,
    [
      line({ type: 'system', subtype: 'init', model: 'claude-opus-4-8' }),
      line({
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [
            {
              type: 'tool_use',
              id: 't',
              name: 'Bash',
              input: { command: `curl -H "Authorization: token ${secret}" https://example.com` },
            },
          ],
        },
      }),
      line({
        type: 'user',
        timestamp: '2026-11-15T10:00:00Z',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: `ok ${secret}` }] },
      }),
    ].join('\n'),
  );
  const hidden = await gradeFile(path, { withDetails: true });
  expect(JSON.stringify(hidden)).not.toContain(secret);
  expect(hidden.grade.redactions).toBe(2);
  const shown = await gradeFile(path, { withDetails: true, reveal: true });
  expect(JSON.stringify(shown)).toContain(secret);
});

test.each([
  { model: 'claude-opus-4-8', usd: 0.0063125, why: 'as Claude Code reports for the same tokens' },
  { model: 'claude-opus-4-8[1m]', usd: 0.0063125, why: 'with a context suffix' },
  { model: 'another-model', usd: null, why: 'unknown model' },
])('$model costs $usd: $why', ({ model, usd }) => {
  const usage = { input_tokens: 1510, cached_input_tokens: 500, cache_write_input_tokens: 10, output_tokens: 40 };
  const priced = computeCostMicros(model, usage);
  if (usd === null) expect(priced).toBeNull();
  else expect(priced).toBe(Math.round(usd * 1e6));
});
