import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentSession, LiveSession } from '@assay/schema/api';
import { expect, test, vi } from 'vitest';
import { gradeSilentSessions } from '../packages/server/src/upkeep/grade-silent-sessions.ts';
import type { TestApi } from '../packages/server/test/server.ts';
import { areAgentsInstalled } from './agents-folder.ts';
import { useListeningApi } from './listening-api.ts';
import { createAgentFolders, REAL_AGENTS, type RealAgent, runAgent } from './scripted-model/real-agents.ts';
import { startScriptedModel } from './scripted-model/server.ts';

/* Real agents with a scripted model and the settings of `assay otel`: the server grades what they send. */

vi.setConfig({ testTimeout: 180_000 });

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const instruction = 'Make add() in calc.js add.';
// the first export waits until the server has started a thread, and the last one waits for the first
const PATIENT = { OTEL_EXPORTER_OTLP_TIMEOUT: '60000', CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: '60000' };

let api: TestApi;
let url = '';
useListeningApi((opened) => {
  api = opened.api;
  url = opened.server.url;
});

interface Grade {
  readonly missing?: readonly string[];
  readonly verification: string;
  readonly requests: readonly { readonly changed: unknown }[];
  readonly model: string | null;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | null;
}

const here = areAgentsInstalled();

test.skipIf(!here).each([
  { name: 'Claude Code', id: 'claude', protocol: 'http/protobuf', missing: ['tool_outputs'] },
  { name: 'Claude Code', id: 'claude', protocol: 'http/json', missing: ['tool_outputs'] },
  { name: 'Codex', id: 'codex', protocol: '', missing: ['answers'] },
  { name: 'Gemini CLI', id: 'gemini', protocol: '', missing: ['answers', 'tool_outputs'] },
])('$name sends its session while it works $protocol', async ({ name, id, protocol, missing }) => {
  const { launch, look, edit } = REAL_AGENTS.find((agent) => agent.name === name) as RealAgent;
  const caller = await api.createCaller();
  await using place = await createAgentFolders();
  await using model = await startScriptedModel({
    scripts: [{ match: /Make add/, turns: [{ tools: [look] }, { tools: [edit(place.work)] }, { text: 'Done.' }] }],
  });
  const launched = launch({ url: model.url, key: 'test', instruction });
  const told = execFileSync(process.execPath, [CLI, 'otel', id, '--url', url, '--json'], {
    env: { HOME: place.home, PATH: process.env['PATH'] ?? '' },
    encoding: 'utf8',
  });
  const [{ environment, settings }] = JSON.parse(told).agents;
  const variables = Object.fromEntries(
    Object.entries(environment as Record<string, string>).map(([key, value]) => [
      key,
      value.replace('$ASSAY_API_KEY', caller.key),
    ]),
  );
  for (const [file, content] of Object.entries(launched.files ?? {})) {
    await mkdir(dirname(join(place.home, file)), { recursive: true });
    const added = settings?.file === `~/${file}` ? `\n${settings.text}` : '';
    await writeFile(join(place.home, file), `${content}${added}`);
  }
  const { code, output } = await runAgent(
    {
      ...launched,
      files: {},
      env: { ...launched.env, ...variables, ...PATIENT, ...(protocol && { OTEL_EXPORTER_OTLP_PROTOCOL: protocol }) },
    },
    place,
  );
  expect(code, output.slice(-2_000)).toBe(0);
  const listLive = async (): Promise<LiveSession[]> => {
    const running = await caller.request(`/v1/live-sessions?workspace_id=${caller.workspace_id}`);
    return ((await running.json()) as { items: LiveSession[] }).items;
  };
  // the agent does not wait until its last export is stored
  await expect.poll(listLive, { timeout: 60_000 }).toMatchObject([{ turns: 3 }]);
  const live = await listLive();
  await gradeSilentSessions(api.services, { silent_ms: 0, signal: new AbortController().signal });
  const listed = await caller.request(`/v1/agent-sessions?workspace_id=${caller.workspace_id}`);
  const { items } = (await listed.json()) as { items: AgentSession[] };
  expect(items, output.slice(-2_000)).toHaveLength(1);
  // what was shown while it ran
  const { model: lastModel, cost_usd_micros } = items[0] as AgentSession;
  expect(live).toMatchObject([{ turns: 3, model: lastModel, cost_usd_micros }]);
  const whole = await caller.request(`/v1/agent-sessions/${items[0]?.digest}`);
  const { grade } = ((await whole.json()) as { report: { grade: Grade } }).report;
  // the same facts as from its file, or the missing ones are named
  expect(grade.missing).toEqual(missing);
  const { verification, usage, model: used, requests } = gradeOwnFile(place.home);
  expect(grade).toMatchObject({ verification, usage, model: used });
  expect(grade.requests.map(({ changed }) => changed)).toEqual(requests.map(({ changed }) => changed));
});

test('an address is never executed by the shell that evaluates the settings', () => {
  const url = "http://127.0.0.1:4600/$(echo executed)'`echo executed`";
  const script = 'eval "$("$0" "$1" otel claude --url "$2")"; printf %s "$OTEL_EXPORTER_OTLP_ENDPOINT"';
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };
  const found = execFileSync('bash', ['-c', script, process.execPath, CLI, url], { env, encoding: 'utf8' });
  expect(found).toBe("http://127.0.0.1:4600/$(echo%20executed)'%60echo%20executed%60");
});

/** The same session from the file of the agent. */
function gradeOwnFile(home: string): Grade {
  const [path] = globSync(
    ['.claude/projects/**/*.jsonl', '.codex/sessions/**/*.jsonl', '.gemini/tmp/**/chats/*.json*'],
    {
      cwd: home,
    },
  );
  const told = execFileSync(process.execPath, [CLI, 'grade', join(home, path ?? ''), '--json'], { encoding: 'utf8' });
  return JSON.parse(told).runs[0];
}
