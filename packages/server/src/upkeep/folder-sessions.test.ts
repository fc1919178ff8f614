import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTranscript } from '@assay/transcripts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApi, readJson, type TestApi } from '../../test/server.ts';
import { createFolderSessionReader } from './folder-sessions.ts';

// the grading thread starts with the first session
vi.setConfig({ testTimeout: 180_000 });

let api: TestApi;
let home = '';
beforeAll(async () => {
  api = await openTestApi();
  home = mkdtempSync(join(tmpdir(), 'assay-folder-sessions-'));
}, 120_000);
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await api[Symbol.asyncDispose]();
});

const NOW_MS = Date.parse('2026-11-18T12:00:00.000Z');
const MINUTE_MS = 60_000;
const recorded = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../fixtures/transcripts/recorded/${name}`, import.meta.url)), 'utf8');

/** Writes a session file that was last changed some minutes ago. */
function write(name: string, text: string, minutes: number): string {
  const file = join(home, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, NOW_MS / 1000, (NOW_MS - minutes * MINUTE_MS) / 1000);
  return file;
}

test('stores the sessions of the folder like pushed ones, and lists what cannot be read', async () => {
  const folder = join(home, 'shop');
  const link = join(home, 'link');
  mkdirSync(folder);
  symlinkSync(folder, link);
  const inFolder = (name: string, worked_in = folder): string =>
    recorded(name).replaceAll('"cwd":"/workspace"', `"cwd":${JSON.stringify(worked_in)}`);
  const secret = 'correct-horse-battery';
  const claude = write('.claude/projects/-shop/a.jsonl', inFolder('claude-code/edit.session.jsonl'), 5);
  const codex = write('.codex/sessions/rollout-b.jsonl', inFolder('codex/edit.session.jsonl', join(folder, 'web')), 9);
  const broken = write('.claude/projects/-shop/c.jsonl', `{"cwd":${JSON.stringify(folder)},"type":"other"}\n`, 7);
  write('.claude/projects/-work/d.jsonl', recorded('claude-code/error.session.jsonl'), 2);
  write('.claude/projects/-shop/e.jsonl', '\u0000 no session\n', 2);
  const going = write('.codex/sessions/rollout-f.jsonl', inFolder('codex/error.session.jsonl'), 0);
  cpSync(going, join(folder, 'rollout-g.jsonl'));
  symlinkSync(join(folder, 'rollout-g.jsonl'), join(home, '.codex/sessions/rollout-g.jsonl'));

  const caller = await api.createCaller();
  const { organization_id, workspace_id } = caller;
  const warn = vi.fn();
  let now_ms = NOW_MS;
  const reader = createFolderSessionReader(
    { store: api.store, now: () => now_ms, log: { write: warn } },
    {
      ...{ folder: link, home, organization_id, workspace_id, prices: [] },
      secrets: new Map([['SHOP_TOKEN', secret]]),
      signal: new AbortController().signal,
    },
  );
  await reader.look();
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  const read = { folder: 'link', is_reading: false, is_partial: false, without_folder: 1 };
  const at = (minutes: number): string => new Date(NOW_MS - minutes * MINUTE_MS).toISOString();
  expect(reader.list()).toEqual({
    ...read,
    items: [
      { file: claude, changed_at: at(5), digest, problem: null },
      { file: broken, changed_at: at(7), digest: null, problem: expect.stringContaining('not a transcript') },
      { file: codex, changed_at: at(9), digest, problem: null },
    ],
  });
  expect(warn).toHaveBeenCalledOnce();

  const list = async () => {
    const path = `/v1/agent-sessions?workspace_id=${workspace_id}`;
    return (await readJson(await caller.request(path), 200))['items'] as Record<string, unknown>[];
  };
  const stored = await list();
  expect(stored).toMatchObject([
    { source: codex, project: join(folder, 'web') },
    { source: claude, project: folder },
  ]);

  // pushed, it is the same session
  const body = { source: claude, transcript: await readTranscript(claude) };
  await readJson(await caller.request('/v1/agent-sessions', { method: 'POST', body }), 200);

  // it is over when its file rests; a secret of this machine is not stored
  writeFileSync(going, readFileSync(going, 'utf8').replaceAll('/workspace', secret));
  utimesSync(going, NOW_MS / 1000, NOW_MS / 1000);
  now_ms += 2 * MINUTE_MS;
  rmSync(codex);
  await reader.look();
  expect(reader.list().items.map(({ file }) => file)).toEqual([going, claude, broken]);
  const [newest] = reader.list().items;
  const text = await (await caller.request(`/v1/agent-sessions/${newest?.digest}`)).text();
  expect(text).not.toContain(secret);
  expect(text).toContain('[redacted SHOP_TOKEN]');
  expect(await list()).toHaveLength(3);
  expect(warn).toHaveBeenCalledOnce();

  // it is no longer the server of one person
  for (const role of ['owner', 'viewer'] as const) await caller.createMember(role);
  write('.claude/projects/-shop/h.jsonl', inFolder('claude-code/denied.session.jsonl'), 3);
  await reader.look();
  expect(reader.list()).toMatchObject({ folder: null, items: [] });
  expect(await list()).toHaveLength(3);
});

test('reads nothing after the server began to stop', async () => {
  const { organization_id, workspace_id } = api;
  const stopping = new AbortController();
  const reader = createFolderSessionReader(
    { store: api.store, now: () => NOW_MS, log: { write: vi.fn() } },
    {
      ...{ folder: home, home, organization_id, workspace_id, prices: [], secrets: new Map() },
      signal: stopping.signal,
    },
  );
  stopping.abort();
  await reader.look();
  expect(reader.list().items).toEqual([]);
});
