import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Transcript } from '@assay/schema';
import { expect, test } from 'vitest';
import { acp as reader } from '../../../transcripts/src/readers/acp.ts';
import { createRecording } from '../../../transcripts/src/recording.ts';
import { requestOf, specOf } from '../../test/requests.ts';
import type { AgentRequest } from '../contracts/agent.ts';
import { converseAcp } from './acp-conversation.ts';

const AGENT = fileURLToPath(new URL('../../test/acp-agent.ts', import.meta.url));

interface Talk {
  readonly transcript: Omit<Transcript, 'entries'> & { entries: Transcript['entries'] };
  readonly error: Error | undefined;
  readonly sent: readonly string[];
  file(name: string): Promise<string | undefined>;
}

/** Starts one agent process per request, all in one folder. Returns the last conversation. */
async function converse(ways: readonly string[], ...requests: Partial<AgentRequest>[]): Promise<Talk> {
  const workspace = await mkdtemp(join(tmpdir(), 'assay-acp-'));
  const files = new Map<string, string | undefined>();
  try {
    let talk: Omit<Talk, 'file'> | undefined;
    for (const request of requests.length === 0 ? [{}] : requests)
      talk = await talkOnce(ways, requestOf({ spec: specOf({ type: 'acp', command: 'x' }), ...request, workspace }));
    for (const name of ['done.txt', 'model', 'servers.json'])
      files.set(name, await readFile(join(workspace, name), 'utf8').catch(() => undefined));
    return { ...(talk as Omit<Talk, 'file'>), file: async (name) => files.get(name) };
  } finally {
    await rm(workspace, { recursive: true });
  }
}

async function talkOnce(ways: readonly string[], request: AgentRequest): Promise<Omit<Talk, 'file'>> {
  const agent = spawn(process.execPath, ['--no-warnings', AGENT, ...ways], { cwd: request.workspace });
  agent.stdin.on('error', () => undefined);
  const [recording, sent]: [ReturnType<typeof createRecording>, string[]] = [createRecording(), []];
  const reading = reader.open(recording.recorder);
  const log = (dir: '<' | '>', line: string): void => {
    try {
      reading.read({ t: new Date().toISOString(), dir, msg: JSON.parse(line) });
    } catch {
      // lines that are not JSON are not logged
    }
  };
  const lines = createInterface({ input: agent.stdout });
  const io = {
    send: (line: string) => {
      log('>', line);
      sent.push(line);
      agent.stdin.write(`${line}\n`);
    },
    received: (async function* () {
      for await (const line of lines) {
        log('<', line);
        yield line;
      }
    })(),
  };
  const error = await converseAcp(io, request).then(
    () => undefined,
    (fault: Error) => fault,
  );
  agent.stdin.end();
  agent.kill();
  if (agent.exitCode === null && agent.signalCode === null) await once(agent, 'exit');
  reading.end?.();
  return { transcript: { ...recording.summarize(reader), entries: recording.drain() }, error, sent };
}

const saidBy = ({ transcript }: Talk): string[] =>
  transcript.entries.flatMap(({ type, text }) => (type === 'assistant' ? [text ?? ''] : []));

test('one turn opens a session, prompts, permits and answers, and the reader parses all of it', async () => {
  const talk = await converse([]);
  expect(talk.error).toBeUndefined();
  expect(talk.transcript).toMatchObject({
    agent: 'acp-agent',
    agent_version: '1.2.3',
    session_id: 's1',
    end: { status: 'completed' },
    counts: { unknown: 0 },
    warnings: [],
  });
  expect(talk.transcript.entries.map(({ type }) => type)).toEqual(['user', 'assistant', 'tool_use', 'tool_result']);
  expect(talk.sent.map((line) => JSON.parse(line).method ?? 'answer')).toEqual([
    'initialize',
    'session/new',
    'session/prompt',
    'answer',
  ]);
});

test('permits each request once, even if other options come first', async () => {
  expect(await (await converse([])).file('done.txt')).toBe('id-allow_once');
});

test('cancels a permission request that offers no way to allow', async () => {
  const talk = await converse(['only-reject']);
  expect(await talk.file('done.txt')).toBeUndefined();
  expect(talk.transcript.warnings).toEqual(['a tool use was not permitted']);
});

test('refuses to read, write or run anything outside the sandbox for the agent', async () => {
  const talk = await converse(['noise']);
  const hello = JSON.parse(talk.sent[0] ?? '');
  expect(hello.params.clientCapabilities).toEqual({
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
  });
  expect(await talk.file('done.txt')).toBe('error -32601');
});

test('ignores lines that are not messages and answers to unknown requests', async () => {
  expect((await converse(['noise'])).transcript.end.status).toBe('completed');
});

test.each([
  { ways: ['refuse'], status: 'failed', reason: /session\/prompt.*the model is away/ },
  { ways: ['closed'], status: 'failed', reason: /session\/new.*Authentication required/ },
  { ways: ['die'], status: 'interrupted', reason: /before the answer to the prompt/ },
  { ways: ['nameless'], status: 'interrupted', reason: /before a prompt/ },
])('an agent that does $ways ends the turn, and the log says why', async ({ ways, status, reason }) => {
  const talk = await converse(ways);
  expect(talk.error).toBeUndefined();
  expect(talk.transcript.end.status).toBe(status);
  expect(talk.transcript.end.reason).toMatch(reason);
});

test('an agent that exits before its first message ends the turn', async () => {
  const received = (async function* (): AsyncGenerator<string> {})();
  const request = requestOf({ spec: specOf({ type: 'acp', command: 'x' }) });
  await expect(converseAcp({ send: () => undefined, received }, request)).resolves.toBeUndefined();
});

test('rejects another protocol version', async () => {
  expect((await converse(['future'])).error?.message).toMatch(/Expected version 1 .* found 7/);
});

test.each([
  { ways: ['models'], model: 'small', chosen: 'small' },
  { ways: ['options'], model: 'large', chosen: 'm=large' },
])('chooses the model from the $ways the agent offers', async ({ ways, model, chosen }) => {
  const talk = await converse(ways, { spec: specOf({ type: 'acp', command: 'x', model }) });
  expect(await talk.file('model')).toBe(chosen);
  expect(talk.transcript.end.status).toBe('completed');
});

test('rejects a model that the agent does not offer, and lists the ones it does', async () => {
  const talk = await converse(['models', 'options'], { spec: specOf({ type: 'acp', command: 'x', model: 'huge' }) });
  expect(talk.error?.message).toMatch(/offer the model huge, found large, small/);
  expect(talk.sent.some((line) => line.includes('session/prompt'))).toBe(false);
});

test('passes MCP servers in the format of the protocol', async () => {
  const mcp_servers = {
    files: { command: 'f', args: ['-x'], env: { A: 'b' } },
    web: { url: 'http://127.0.0.1:9', headers: { C: 'd' } },
  };
  expect(JSON.parse((await (await converse(['http'], { mcp_servers })).file('servers.json')) ?? '')).toEqual([
    { name: 'files', command: 'f', args: ['-x'], env: [{ name: 'A', value: 'b' }] },
    { type: 'http', name: 'web', url: 'http://127.0.0.1:9', headers: [{ name: 'C', value: 'd' }] },
  ]);
  expect((await converse([], { mcp_servers })).error?.message).toMatch(/remove web/);
});

test('opens a new session for a later turn, even if the agent says it can resume', async () => {
  const talk = await converse(['load', 'resume'], {}, { instruction: 'And now', turn: 2, session_id: 's0' });
  expect(JSON.parse(talk.sent[1] ?? '').method).toBe('session/new');
  expect(saidBy(talk)).toEqual(['again: And now']);
  expect(talk.transcript.session_id).toBe('s1');
});
