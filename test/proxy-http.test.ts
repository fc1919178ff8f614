import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolResultSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { callOf, connect, createFolder, proxied, readLog, startProxy, until } from './proxy-kit.ts';

/* Servers behind a URL: the official one over the protocol's own transport, and some that do as they like. */

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
  // it has no types of its own
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
  'the everything server over streamable HTTP, JSON alone: $json',
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
      // this client forgets what comes in the same piece as the answer, so the two are well apart
      await client.callTool(
        { name: 'trigger-long-running-operation', arguments: { duration: 1, steps: 2 } },
        CallToolResultSchema,
        {
          onprogress: (one) => progress.push(one.progress),
        },
      );
      expect(progress[0]).toBe(1);
      // asked on the stream of the call, and answered by a request of its own
      const sample = await client.callTool({
        name: 'trigger-sampling-request',
        arguments: { prompt: 'hello', maxTokens: 5 },
      });
      expect(JSON.stringify(sample)).toContain('sampled:');
      // told on the stream that belongs to nobody
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

describe('a server that does as it likes', () => {
  const read = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}');
  };
  const result = (id: unknown, text: string) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });

  /** What a client is given for one call. */
  async function ask(
    answer: (message: { id: unknown }, response: ServerResponse, request: IncomingMessage) => void,
    options: string[] = [],
  ) {
    await using folder = await createFolder();
    await using server = await startHttp(async (request, response) => answer(await read(request), response, request));
    await using proxy = startProxy(proxied(folder.folder, ['--url', server.url, ...options], []));
    proxy.send(callOf(1, 'tool'));
    await until(() => proxy.lines().length > 0);
    proxy.child.stdin.end();
    expect(await proxy.ended).toEqual({ code: 0, signal: null });
    return { lines: proxy.lines(), log: readLog(folder.folder) };
  }

  test('its JSON may stand on several lines', async () => {
    const { lines } = await ask(({ id }, response) => {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(result(id, 'a\nb'), null, 2));
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toEqual(result(1, 'a\nb'));
  });

  test('its stream may end in the middle, if it says where to go on', async () => {
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
      why: 'is not there',
      says: 'ECONNRESET|hang up',
      answer: (_: unknown, response: ServerResponse) => response.destroy(),
    },
    {
      why: 'refuses',
      says: 'the server answered 401 .*--header',
      answer: (_: unknown, response: ServerResponse) => response.writeHead(401).end('who?'),
    },
    {
      why: 'has forgotten the session',
      says: 'answered 404',
      answer: (_: unknown, response: ServerResponse) => response.writeHead(404).end(),
    },
    {
      why: 'speaks something else',
      says: 'expected JSON or events, found text/html',
      answer: (_: unknown, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    },
    {
      why: 'sends elsewhere',
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
  ])('one that $why is an error for whoever asked', async ({ answer, says }) => {
    const { lines, log } = await ask(answer);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      id: 1,
      error: { code: -32000, message: expect.stringMatching(says) },
    });
    expect(log).toMatchObject([{ passed: false, is_error: true }]);
  });

  test('its results go through the gate', async () => {
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
