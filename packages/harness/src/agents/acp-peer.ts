import { at, isObject, type Json, number, text } from '@assay/schema/json';
import type { AgentLines } from '../contracts/agent.ts';

/** The agent answered a request with an error. */
export class AcpErrorResponse extends Error {
  override readonly name = 'AcpRefusal';
}

/** The agent exited or closed its output before answering a request. */
export class AcpNoResponse extends Error {
  override readonly name = 'AcpSilence';
}

/** The other side of a JSON-RPC conversation. */
export interface AcpPeer {
  /**
   * Resolves with the result. Rejects with AcpRefusal on an error answer, or AcpSilence if no answer can
   * come.
   */
  call(method: string, params: Json): Promise<Json>;
}

/** Answers a request from the agent; undefined if the method is unknown. */
export type AcpAnswer = (method: string, params: Json) => Json | undefined;

const METHOD_NOT_FOUND = -32601;

interface Waiting {
  readonly method: string;
  resolve(result: Json): void;
  reject(reason: Error): void;
}

/**
 * Speaks JSON-RPC over lines. Ignores lines that are not messages and answers to unknown requests, because
 * agents print other output too.
 */
export function openPeer(io: AgentLines, answer: AcpAnswer): AcpPeer {
  const waiting = new Map<number, Waiting>();
  const send = (message: Record<string, Json>): void => io.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  let calls = 0;
  let isOver = false;

  const take = (message: Json): void => {
    if (!isObject(message) || at(message, 'jsonrpc') !== '2.0') return;
    const [id, method] = [at(message, 'id'), text(at(message, 'method'))];
    if (method === undefined) settle(waiting, message);
    else if (typeof id === 'string' || typeof id === 'number') {
      const result = answer(method, at(message, 'params'));
      if (result !== undefined) send({ id, result });
      else send({ id, error: { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` } });
    }
  };
  const leave = (): void => {
    isOver = true;
    for (const { method, reject } of waiting.values()) reject(silence(method));
    waiting.clear();
  };
  listen(io, take).then(leave, leave);

  return {
    call: (method, params) =>
      new Promise<Json>((resolve, reject) => {
        if (isOver) return reject(silence(method));
        const id = ++calls;
        waiting.set(id, { method, resolve, reject });
        send({ id, method, params });
      }),
  };
}

async function listen(io: AgentLines, take: (message: Json) => void): Promise<void> {
  for await (const line of io.received) {
    const message = parseLine(line);
    if (message !== undefined) take(message);
  }
}

function parseLine(line: string): Json {
  try {
    return JSON.parse(line);
  } catch {
    // not a message
    return undefined;
  }
}

function settle(waiting: Map<number, Waiting>, message: Json): void {
  const id = number(at(message, 'id'));
  const asked = id === undefined ? undefined : waiting.get(id);
  if (id === undefined || asked === undefined) return;
  waiting.delete(id);
  const error = at(message, 'error');
  if (error === undefined) asked.resolve(at(message, 'result'));
  else asked.reject(new AcpErrorResponse(`${asked.method} failed: ${text(at(error, 'message')) ?? 'no reason given'}`));
}

const silence = (method: string): AcpNoResponse => new AcpNoResponse(`${method} got no answer`);
