import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { COMPILE_CACHE } from './compile-cache.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The built command. */
export const ASSAY: readonly string[] = [`${root}packages/cli/bin/assay.js`];
/** The official reference servers, over standard input and output. */
export const EVERYTHING = [
  process.execPath,
  `${root}node_modules/@modelcontextprotocol/server-everything/dist/index.js`,
];
export const MEMORY = [process.execPath, `${root}node_modules/@modelcontextprotocol/server-memory/dist/index.js`];

/** A folder for one test, removed at its end. */
export async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-proxy-'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

interface ConnectOptions {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The real client of the MCP SDK, with sampling and elicitation. */
export async function connect({ command: [command = '', ...args], env = {} }: ConnectOptions) {
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...env },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    { capabilities: { sampling: {}, elicitation: { form: {} }, tasks: { requests: {} } } },
  );
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
    model: 'scripted',
    role: 'assistant',
    content: { type: 'text', text: `sampled: ${JSON.stringify(params.messages[0]?.content).slice(0, 60)}` },
  }));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ada', integer: 7 } }));
  await client.connect(transport);
  return {
    client,
    transport,
    stderr: () => stderr,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The command line of a proxy that logs to a folder. */
export const proxied = (folder: string, options: readonly string[], server: readonly string[]): string[] => [
  process.execPath,
  ...ASSAY,
  'proxy',
  '--log',
  join(folder, 'log'),
  ...options,
  ...(server.length === 0 ? [] : ['--', ...server]),
];

// biome-ignore lint/suspicious/noExplicitAny: the tests check the content of each line
export type Line = Record<string, any>;

/** All log entries of proxies in a folder, oldest first, without headers. */
export function readLog(folder: string): Line[] {
  const log = join(folder, 'log');
  if (!existsSync(log)) return [];
  return (
    readdirSync(log)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      // without an incomplete last line
      .flatMap((name) => readFileSync(join(log, name), 'utf8').split('\n').slice(0, -1))
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind !== 'log')
  );
}

/** Waits until a condition is true, limited by the timeout of the test. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Starts a proxy with the test as its client. */
export function startProxy(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: 'pipe',
    env: { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...env },
  });
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  // a write error after the end shows in the exit code
  child.stdin.on('error', () => undefined);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  );
  const output = (): Buffer => Buffer.concat(out);
  return {
    child,
    ended,
    output,
    stderr: () => stderr,
    lines: (): string[] => output().toString('utf8').split('\n').slice(0, -1),
    // biome-ignore lint/suspicious/noExplicitAny: the tests check the content
    messages: (): any[] =>
      output()
        .toString('utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    send: (...messages: unknown[]): void => {
      for (const message of messages)
        child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A request to call a tool. */
export const toolCall = (id: unknown, name: string, input: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

/** A server in a few lines of JavaScript: `say` writes a line, `on` handles each message. */
export const scripted = (body: string): string[] => [
  process.execPath,
  '-e',
  `const say = (line) => process.stdout.write((typeof line === 'string' ? line : JSON.stringify(line)) + '\\n');
   const text = (text) => ({ content: [{ type: 'text', text }] });
   let on = () => {};
   require('readline').createInterface({ input: process.stdin }).on('line', (line) => on(JSON.parse(line), line));
   ${body}`,
];
