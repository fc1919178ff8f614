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
put('.codex/sessions/2026/11/15/rollout-x.jsonl.zst', 20);
put('.codex/sessions/2026/11/01/rollout-w.jsonl.zst', 50);
put('.codex/history.jsonl', 1);
put('.gemini/tmp/hash/chats/session-1.jsonl', 10);
put('.copilot/session-state/id/events.jsonl', 40);
put('project/notes.txt', 1);
put('project/node_modules/x/y.json', 1);
put('project/deep/er/run.traj', 5);
symlinkSync(home, `${home}/project/loop`);

const names = (files: readonly { path: string }[]) => files.map(({ path }) => relative(home, path));

test('finds the sessions of every agent, newest first; a packed one only if there is no other', async () => {
  expect(names(await findSessions(home))).toEqual([
    '.gemini/tmp/hash/chats/session-1.jsonl',
    '.codex/sessions/2026/11/15/rollout-x.jsonl',
    '.claude/projects/-workspace/a.jsonl',
    '.copilot/session-state/id/events.jsonl',
    '.codex/sessions/2026/11/01/rollout-w.jsonl.zst',
  ]);
});

put('project/s1/subagents/agent-2.jsonl', 7);
put('project/s2/subagents/agent-3.jsonl', 8);
put('project/s2.jsonl', 9);

test('finds all files of a folder, but node_modules, links and the sub-agents of a session', async () => {
  expect(names(await findTranscripts(`${home}/project`))).toEqual([
    'project/notes.txt',
    'project/deep/er/run.traj',
    'project/s1/subagents/agent-2.jsonl',
    'project/s2.jsonl',
  ]);
});

test('finds nothing in a missing folder', async () => {
  expect(await findTranscripts(`${home}/nowhere`)).toEqual([]);
  expect(await findSessions(`${home}/nowhere`)).toEqual([]);
});
