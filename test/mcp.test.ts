import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../packages/server/src/http/listen.ts';
import { openTestApi } from '../packages/server/test/server.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { ASSAY, createFolder, type Line } from './proxy-kit.ts';

/* Assay as an MCP server, called by the official client. */

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

async function start(folder: string, env: Record<string, string> = {}) {
  const client = new Client({ name: 'asking', version: '1.0.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...ASSAY, 'mcp'],
    cwd: folder,
    env: { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    stderr: 'pipe',
  });
  await client.connect(transport);
  const call = async (name: string, input: object = {}) => {
    const answer = (await client.callTool({ name, arguments: { ...input } })) as Line;
    return {
      told: answer['structuredContent'] as Line,
      text: answer['content'][0].text as string,
      is_error: answer['isError'] ?? false,
    };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

describe('in a project', () => {
  let folder: Awaited<ReturnType<typeof createFolder>>;
  let assay: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    folder = await createFolder();
    mkdirSync(join(folder.folder, 'scenarios'));
    writeFileSync(
      join(folder.folder, 'assay.config.json'),
      JSON.stringify({
        scenarios: './scenarios',
        agents: [{ id: 'writer', type: 'command', command: 'echo done > done.txt' }],
      }),
    );
    writeFileSync(
      join(folder.folder, 'scenarios', 'touch.json'),
      JSON.stringify({
        name: 'touch',
        user_instruction: 'Write done into done.txt.',
        workspace_seed: 'empty',
        scorers: [{ name: 'written', type: 'command', command: 'test -s done.txt' }],
      }),
    );
    assay = await start(folder.folder);
  });
  afterAll(async () => {
    await assay[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  test('offers five tools with their required inputs', async () => {
    expect(assay.client.getServerVersion()).toMatchObject({ name: 'assay', version });
    const { tools } = await assay.client.listTools();
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['grade_session', []],
      ['read_score', ['run']],
      ['read_reputation', ['agent_id']],
      ['run_scenario', ['scenario']],
      ['check_session', ['session_id', 'cwd']],
    ]);
  });

  test('grades a transcript', async () => {
    const transcripts = `${root}fixtures/transcripts`;
    const path = readdirSync(transcripts, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith('.jsonl'),
    );
    cpSync(join(transcripts, String(path)), join(folder.folder, 'session.jsonl'));
    const { told, is_error } = await assay.call('grade_session', { path: 'session.jsonl' });
    expect(is_error).toBe(false);
    expect(told).toMatchObject({
      runs: [
        {
          source: expect.stringContaining('session.jsonl'),
          verification: expect.any(String),
          requests: expect.any(Array),
        },
      ],
    });
  });

  test('runs a scenario with progress, and reads its score afterwards', async () => {
    let progress = 0;
    const answer = (await assay.client.callTool(
      { name: 'run_scenario', arguments: { scenario: 'touch', agent: 'writer' } },
      CallToolResultSchema,
      { onprogress: () => progress++, timeout: 240_000, resetTimeoutOnProgress: true },
    )) as Line;
    expect(answer['isError'] ?? false, JSON.stringify(answer['content'])).toBe(false);
    const [run] = answer['structuredContent'].runs;
    expect(run).toMatchObject({ scenario: 'touch', agent: 'writer', overall: 'PASS', changed_paths: ['done.txt'] });
    expect(progress).toBeGreaterThan(0);
    const { told } = await assay.call('read_score', { run: run.run_id });
    expect(told).toMatchObject({ runs: [{ run_id: run.run_id, overall: 'PASS', scorecard: run.scorecard }] });
  });

  test('computes a reputation from the logs of proxies', async () => {
    mkdirSync(join(folder.folder, '.assay', 'proxy'), { recursive: true });
    const line = (second: number, passed: boolean | null) =>
      JSON.stringify({
        kind: 'evaluation',
        agent_id: 'kept',
        passed,
        latency_ms: 10,
        occurred_at: `2026-11-16T00:00:0${second}.000Z`,
      });
    const lines = [line(2, true), line(1, false), line(3, true), line(4, null), '{"kind":"eval'];
    writeFileSync(join(folder.folder, '.assay', 'proxy', 'a.jsonl'), `${lines.join('\n')}\n`);
    const { told } = await assay.call('read_reputation', { agent_id: 'kept' });
    // in order of time: one failed, then two passed
    expect(told).toMatchObject({
      from: 'local_logs',
      agent_id: 'kept',
      eval_count: 3,
      streak: 2,
      lifecycle: 'calibrating',
      ...{ score: null, interval: null, components: null, ledger: [], calibration: '3/50' },
    });
  });

  test.each([
    { tool: 'grade_session', input: { path: 'nowhere.jsonl' }, says: 'nowhere.jsonl' },
    { tool: 'grade_session', input: { path: '--html=/tmp/x' }, says: '--html=/tmp/x' },
    { tool: 'grade_session', input: { file: 'x' }, says: 'grade_session has no input file; it takes path' },
    { tool: 'read_score', input: {}, says: 'run is required' },
    { tool: 'read_score', input: { run: 7 }, says: 'expected 1 to 4096 characters of text' },
    { tool: 'read_reputation', input: { agent_id: 'nobody' }, says: 'no evaluations of nobody' },
    { tool: 'run_scenario', input: { scenario: 'nothing-like-it' }, says: 'nothing-like-it' },
    { tool: 'run_scenario', input: { scenario: 'touch', repeat: 1000 }, says: 'a whole number from 1 to 20' },
  ])('$tool rejects $input with a specific error', async ({ tool, input, says }) => {
    const { is_error, text } = await assay.call(tool, input);
    expect({ is_error, text }).toEqual({ is_error: true, text: expect.stringContaining(says) });
  });

  test('rejects an unknown tool and lists the known ones', async () => {
    await expect(assay.client.callTool({ name: 'grade', arguments: {} })).rejects.toThrow(
      'expected one of grade_session',
    );
  });
});

test('uses the server if one is configured', async () => {
  await using folder = await createFolder();
  await using api = await openTestApi();
  const server = await listen({ app: api.app, host: '127.0.0.1', port: 0 });
  try {
    const body = { agent_id: 'known/agent', output: 'fine', passed: true };
    expect((await api.request('/v1/evaluate', { method: 'POST', body })).status).toBe(200);
    await using assay = await start(folder.folder, { ASSAY_URL: server.url, ASSAY_API_KEY: api.key });
    const { told } = await assay.call('read_reputation', { agent_id: 'known/agent' });
    expect(told).toMatchObject({ from: 'server', agent_id: 'known/agent', eval_count: 1 });
    const { is_error } = await assay.call('read_score', { run: 'run_00000000000000000000000000' });
    expect(is_error).toBe(true);
  } finally {
    await server.close();
  }
});
