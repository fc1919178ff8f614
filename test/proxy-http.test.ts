import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolResultSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { connect, createFolder, proxied, readLog, startProxy, toolCall, until } from './proxy-kit.ts';

/* Servers behind a URL: the official one over the official transport, and some that misbehave. */

async function startHttp(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The everything server, with a session for each client. */
async function startEverything(json: boolean) {
  // the package has no types
  const { createServer: createEverything } = await import(
    String('@modelcontextprotocol/server-everything/dist/server/index.js')
  );
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const requests: { method: string | undefined; authorization: string | undefined; protocol: unknown }[] = [];
  const http = await startHttp(async (request, response) => {
    const { authorization, 'mcp-protocol-version': protocol, 'mcp-session-id': id } = request.headers;
    requests.push({ method: request.method, authorization, protocol });
    let transport = sessions.get(String(id));
    if (transport === undefined) {
      const { server } = createEverything();
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse: json,
        onsessioninitialized: (session) => {
          sessions.set(session, transport as StreamableHTTPServerTransport);
        },
        onsessionclosed: (session) => {
          sessions.delete(session);
        },
      });
      await server.connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  return { ...http, sessions, requests };
}

test.each([{ json: false }, { json: true }])(
  'the everything server over streamable HTTP, JSON only: $json',
  async ({ json }) => {
    await using folder = await createFolder();
    await using server = await startEverything(json);
    const options = ['--url', server.url, '--header', 'Authorization: Bearer abc', '--agent-id', 'remote'];
    await using through = await connect({ command: proxied(folder.folder, options, []) });
    const { client } = through;
    const notes: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      notes.push(params);
    });
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    const sums = await Promise.all(
      Array.from({ length: 30 }, (_, a) => client.callTool({ name: 'get-sum', arguments: { a, b: 1 } })),
    );
    for (const [a, sum] of sums.entries()) expect(JSON.stringify(sum)).toContain(` ${a + 1}.`);
    expect(await client.callTool({ name: 'get-tiny-image', arguments: {} })).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ type: 'image' })]),
    });
    const blob = await client.readResource({ uri: 'demo://resource/dynamic/blob/1' });
    expect(blob.contents[0]).toHaveProperty('blob');
    let calls = 31;

    if (!json) {
      const progress: number[] = [];
      // this client loses progress that arrives in the same chunk as the answer, so the two are far apart
      await client.callTool(
        { name: 'trigger-long-running-operation', arguments: { duration: 1, steps: 2 } },
        CallToolResultSchema,
        {
          onprogress: (one) => progress.push(one.progress),
        },
      );
      expect(progress[0]).toBe(1);
      // requested on the stream of the call, answered in a separate request
      const sample = await client.callTool({
        name: 'trigger-sampling-request',
        arguments: { prompt: 'hello', maxTokens: 5 },
      });
      expect(JSON.stringify(sample)).toContain('sampled:');
      // sent on the stream that belongs to no request
      await client.callTool({ name: 'toggle-simulated-logging', arguments: {} });
      await until(() => notes.length > 0);
      await client.callTool({ name: 'toggle-simulated-logging', arguments: {} });
      calls += 4;
    }

    await until(() => readLog(folder.folder).length >= calls);
    await client.close();
    const log = readLog(folder.folder);
    expect(log).toHaveLength(calls);
    expect(new Set(log.map(({ agent_id }) => agent_id))).toEqual(new Set(['remote']));
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer abc']));
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', protocol: expect.stringMatching(/^2025-/) });
    expect(server.sessions.size).toBe(0);
  },
);

describe('a server that misbehaves', () => {
  const read = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
  };
  const result = (id: unknown, text: string) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });

  /** The lines that reach the client for one call, and the log. */
  async function ask(
    answer: (message: { id: unknown }, response: ServerResponse, request: IncomingMessage) => void,
    options: string[] = [],
  ) {
    await using folder = await createFolder();
    await using server = await startHttp(async (request, response) => answer(await read(request), response, request));
    await using proxy = startProxy(proxied(folder.folder, ['--url', server.url, ...options], []));
    proxy.send(toolCall(1, 'tool'));
    await until(() => proxy.lines().length > 0);
    proxy.child.stdin.end();
    expect(await proxy.ended).toEqual({ code: 0, signal: null });
    return { lines: proxy.lines(), log: readLog(folder.folder) };
  }

  test('accepts JSON on several lines', async () => {
    const { lines } = await ask(({ id }, response) => {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(result(id, 'a\nb'), null, 2));
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toEqual(result(1, 'a\nb'));
  });

  test('resumes a stream that ended early, from its last event id', async () => {
    let resumed: string | string[] | undefined;
    const { lines, log } = await ask(({ id }, response, request) => {
      response.setHeader('content-type', 'text/event-stream');
      if (request.method === 'POST') {
        response.write('retry: 10\nid: place-1\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\n');
        response.end();
        return;
      }
      resumed = request.headers['last-event-id'];
      response.end(`id: place-2\ndata: ${JSON.stringify(result(id ?? 1, 'late'))}\n\n`);
    });
    expect(resumed).toBe('place-1');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'notifications/message' },
      { id: 1, result: {} },
    ]);
    expect(log).toMatchObject([{ kind: 'evaluation', output: 'late', passed: true }]);
  });

  test.each([
    {
      why: 'closes the connection',
      says: 'ECONNRESET|hang up',
      answer: (_: unknown, response: ServerResponse) => response.destroy(),
    },
    {
      why: 'answers 401',
      says: 'the server answered 401 .*--header',
      answer: (_: unknown, response: ServerResponse) => response.writeHead(401).end('who?'),
    },
    {
      why: 'has forgotten the session',
      says: 'answered 404',
      answer: (_: unknown, response: ServerResponse) => response.writeHead(404).end(),
    },
    {
      why: 'answers with HTML',
      says: 'expected JSON or events, found text/html',
      answer: (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    },
    {
      why: 'redirects',
      says: 'answered 307',
      answer: (_: unknown, response: ServerResponse) =>
        response.writeHead(307, { location: 'http://127.0.0.2/x' }).end(),
    },
    {
      why: 'ends without an answer',
      says: 'closed the stream before the answer was complete',
      answer: (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
    },
  ])('a server that $why gives the caller an error', async ({ answer, says }) => {
    const { lines, log } = await ask(answer);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      id: 1,
      error: { code: -32000, message: expect.stringMatching(says) },
    });
    expect(log).toMatchObject([{ passed: false, is_error: true }]);
  });

  test('the gate checks its results', async () => {
    const { lines } = await ask(
      ({ id }, response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.end(`data: ${JSON.stringify(result(id, 'write to ada@lovelace.org'))}\n\n`);
      },
      ['--mode', 'gate'],
    );
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      id: 1,
      error: { code: -32050, message: expect.stringContaining('pii') },
    });
  });
});
