import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findSessions, findTranscripts } from './find-transcripts.ts';

const home = mkdtempSync(`${tmpdir()}/assay-home-`);
afterAll(() => rmSync(home, { recursive: true, force: true }));

function put(path: string, age_s: number): void {
  mkdirSync(dirname(`${home}/${path}`), { recursive: true });
  writeFileSync(`${home}/${path}`, '{}');
  const when = 1_700_000_000 - age_s;
  utimesSync(`${home}/${path}`, when, when);
}

put('.claude/projects/-workspace/a.jsonl', 30);
put('.claude/projects/-workspace/a/subagents/agent-1.jsonl', 1);
put('.codex/sessions/2026/11/15/rollout-x.jsonl', 20);
put('.codex/history.jsonl', 1);
put('.gemini/tmp/hash/chats/session-1.jsonl', 10);
put('.copilot/session-state/id/events.jsonl', 40);
put('project/notes.txt', 1);
put('project/node_modules/x/y.json', 1);
put('project/deep/er/run.traj', 5);
symlinkSync(home, `${home}/project/loop`);

const names = (files: readonly { path: string }[]) => files.map(({ path }) => relative(home, path));

test('finds the sessions of every agent, newest first', async () => {
  expect(names(await findSessions(home))).toEqual([
    '.gemini/tmp/hash/chats/session-1.jsonl',
    '.codex/sessions/2026/11/15/rollout-x.jsonl',
    '.claude/projects/-workspace/a.jsonl',
    '.copilot/session-state/id/events.jsonl',
  ]);
});

test('finds the files of a folder, skipping node_modules and links', async () => {
  expect(names(await findTranscripts(`${home}/project`))).toEqual(['project/deep/er/run.traj']);
});

test('finds nothing in a missing folder', async () => {
  expect(await findTranscripts(`${home}/nowhere`)).toEqual([]);
  expect(await findSessions(`${home}/nowhere`)).toEqual([]);
});
