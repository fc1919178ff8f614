import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropic } from './anthropic.ts';
import { gemini } from './gemini.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { Protocol, ServerEvent } from './protocol.ts';
import { findTurn, type ModelRequest, type ModelScript, type ScriptedTurn, scriptedUsage } from './scripts.ts';

const PROTOCOLS: readonly Protocol[] = [anthropic, openaiResponses, openaiChat, gemini];

/** A model service with scripted replies. Disposing stops it and closes its connections. */
export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  readonly socket?: string;
  readonly requests: readonly RecordedRequest[];
}

interface RecordedRequest {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The parsed model request; null for any other request. */
  readonly asked: (ModelRequest & { readonly protocol: string }) | null;
}

export interface ScriptedModelOptions {
  readonly scripts: readonly ModelScript[];
  /** Replies in this order, regardless of the request; the last one repeats. Replaces the scripts. */
  readonly in_order?: readonly [ScriptedTurn, ...ScriptedTurn[]];
  /** Computes the reply to a request. Replaces the scripts. */
  readonly decide?: (asked: ModelRequest) => ScriptedTurn;
  /** Why the service rejects a request; undefined: accepts it. */
  readonly rejects?: (body: unknown) => string | undefined;
  /** Reply to requests without a matching script, such as for a title. */
  readonly otherwise?: string;
  /** A unix socket to listen on in addition to loopback. */
  readonly socket?: string;
}

// one answer to all side requests of agents: a title, the next speaker, the difficulty
const SIDE_REPLY = JSON.stringify({
  title: 'Scripted',
  next_speaker: 'user',
  reasoning: 'scripted',
  complexity_reasoning: 'scripted',
  complexity_score: 10,
});

/** Starts a scripted model on a free loopback port. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const refusals = new Map<ScriptedTurn, number>();
  let taken = 0;
  const takeNext = (): ScriptedTurn | undefined => options.in_order?.[Math.min(taken++, options.in_order.length - 1)];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    // the client may have disconnected
    answer(request, response).catch(() => response.destroy());
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const recorded = await readRequest(request);
    requests.push(recorded);
    const number = requests.length;
    const path = recorded.target.replace(/\?.*/s, '');
    const protocol = PROTOCOLS.find((each) => each.id === recorded.asked?.protocol);
    if (protocol === undefined || recorded.asked === null) return answerAside(response, path);
    const { asked } = recorded;
    const rejection = options.rejects?.(recorded.body);
    if (rejection !== undefined) {
      sendJson(response, { status: 400, body: protocol.error(400, rejection) });
      return;
    }
    const turn = options.decide?.(asked) ??
      takeNext() ??
      findTurn(options.scripts, asked) ?? { text: options.otherwise ?? SIDE_REPLY };
    const reply = { number, model: turn.model ?? asked.model, turn, usage: scriptedUsage(turn, asked.turn) };
    if (turn.delay_ms !== undefined) await sleep(turn.delay_ms, undefined, { ref: false });
    if (turn.hang) return;
    if (turn.status !== undefined && countRefusal(refusals, turn)) {
      const { status, retry_after_s } = turn;
      const body = protocol.error(status, `the script answers with status ${status}`);
      if (turn.late) await sendEvents(response, { events: halfOf(protocol.events(reply)), error: body });
      else sendJson(response, { status, body, ...(retry_after_s === undefined ? {} : { retry_after_s }) });
      return;
    }
    if (turn.body !== undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(turn.body);
    else if (asked.stream) await sendEvents(response, { events: protocol.events(reply), cut: turn.cut === true });
    else if (turn.cut) cutShort(response, JSON.stringify(protocol.document(reply)));
    else sendJson(response, { status: 200, body: protocol.document(reply) });
  };

  const loopback = await listen(createServer(handle), { port: 0, host: '127.0.0.1' });
  const { socket } = options;
  const servers = [loopback, ...(socket ? [await listen(createServer(handle), { path: socket })] : [])];
  return {
    url: `http://127.0.0.1:${(loopback.address() as AddressInfo).port}`,
    ...(socket ? { socket } : {}),
    requests,
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) await stop(server);
    },
  };
}

async function listen(server: Server, where: { port: number; host: string } | { path: string }): Promise<Server> {
  server.listen(where);
  await once(server, 'listening');
  return server;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function readRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const { method = 'GET', url: target = '/' } = request;
  const body = parse(Buffer.concat(await request.toArray()).toString('utf8'));
  const path = target.replace(/\?.*/s, '');
  const protocol = method === 'POST' ? PROTOCOLS.find((each) => each.speaks(path)) : undefined;
  const asked = protocol === undefined ? null : { ...protocol.ask(path, body), protocol: protocol.id };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { method, target, headers, body, asked };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // recorded unparsed
    return text;
  }
}

function countRefusal(refusals: Map<ScriptedTurn, number>, turn: ScriptedTurn): boolean {
  const count = refusals.get(turn) ?? 0;
  refusals.set(turn, count + 1);
  return count < (turn.times ?? Number.POSITIVE_INFINITY);
}

function answerAside(response: ServerResponse, path: string): void {
  const aside = PROTOCOLS.map((protocol) => protocol.aside(path)).find((body) => body !== undefined);
  const models = path.endsWith('/models') ? { object: 'list', data: [], models: [] } : undefined;
  const body = aside ?? models;
  if (body !== undefined) sendJson(response, { status: 200, body });
  else sendJson(response, { status: 404, body: { error: { message: `nothing is scripted for ${path}` } } });
}

function sendJson(
  response: ServerResponse,
  { status, body, retry_after_s }: { status: number; body: unknown; retry_after_s?: number },
): void {
  if (retry_after_s !== undefined) response.setHeader('retry-after', retry_after_s);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function cutShort(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

const halfOf = (events: readonly ServerEvent[]): readonly ServerEvent[] =>
  events.slice(0, Math.ceil(events.length / 2));

async function sendEvents(
  response: ServerResponse,
  { events, cut = false, error }: { events: readonly ServerEvent[]; cut?: boolean; error?: unknown },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const failed = error === undefined ? [] : [{ event: 'error', data: error }];
  for (const { event, data } of [...(cut ? halfOf(events) : events), ...failed]) {
    const name = event === undefined ? '' : `event: ${event}\n`;
    response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  if (!cut) response.end();
  else {
    // the first half must arrive before the connection breaks
    await new Promise((resolve) => response.write(': cut\n\n', resolve));
    response.destroy();
  }
}
