import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { readTranscript } from '../read-transcript.ts';

const folder = mkdtempSync(`${tmpdir()}/assay-aider-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(...lines: readonly string[]): string {
  const path = `${folder}/.aider.chat.history.md`;
  writeFileSync(path, lines.join('\n'));
  return path;
}

const CHAT = [
  '',
  '# aider chat started at 2026-11-16 10:00:00',
  '',
  '#### an earlier request  ',
  '',
  '# aider chat started at 2026-11-17 10:00:00',
  '',
  '> Aider v0.86.1  ',
  '> Main model: claude-sonnet-4-5 with diff edit format  ',
  '',
  '#### Fix add()  ',
  '#### in calc.js  ',
  '',
  'The operator is wrong.',
  '',
  '> Tokens: 3.2k sent, 222 received. Cost: $0.01 message, $0.02 session.  ',
  '> Applied edit to calc.js  ',
];

test('reads the last chat: requests, answers, edits, tokens and cost', async () => {
  const { entries, ...read } = await readTranscript(put(...CHAT));
  expect(entries.map(({ type, text, tool }) => [type, tool ?? text])).toEqual([
    ['user', 'Fix add()\nin calc.js'],
    ['assistant', 'The operator is wrong.'],
    ['tool_use', 'edit'],
    ['tool_result', 'Applied edit to calc.js'],
  ]);
  expect(read).toMatchObject({
    format: 'aider-history',
    agent_version: '0.86.1',
    model: 'claude-sonnet-4-5',
    usage: { input_tokens: 3200, output_tokens: 222 },
    cost_usd: 0.02,
    cost_source: 'reported',
    end: { status: 'completed' },
    missing: ['times'],
    warnings: ['1 earlier chats of the file were skipped'],
  });
});

test.each([
  { lines: ['#### Fix it'], status: 'interrupted', why: 'no answer' },
  { lines: ['#### Fix it', '', 'Done.'], status: 'completed', why: 'an answer' },
  { lines: ['#### Fix it', '', 'Do', '> ^C KeyboardInterrupt'], status: 'interrupted', why: 'stopped' },
  { lines: [], status: 'unknown', why: 'nothing' },
])('ends $status: $why', async ({ lines, status }) => {
  const { end } = await readTranscript(put('# aider chat started at 2026-11-17 10:00:00', ...lines));
  expect(end.status).toBe(status);
});

test('a notebook that only mentions aider is no history', async () => {
  await expect(readTranscript(put('# Notes', '# aider chat started at x'))).rejects.toMatchObject({
    code: 'unknown_transcript',
  });
});
