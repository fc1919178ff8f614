import type { AgentId } from '@assay/schema';
import type { LogLine } from '../log/log-line.ts';
import { type Answered, createPairing, type ToolCall, toName } from '../messages/pair-calls.ts';
import { type IdText, type Message, readMessages } from '../messages/read-messages.ts';
import { createSplitter, type Piece } from '../messages/split-messages.ts';
import { isPresent, type Judged, judgeCall, type RunChecks } from './judge-call.ts';
import { shorten } from './shorten.ts';
import type { Decision, Side, Skipped } from './worker-messages.ts';

export interface InspectorOptions {
  /** Undefined: the name the client gives itself. */
  readonly agent_id: AgentId | undefined;
  readonly latency_ref_ms: number | undefined;
  readonly runChecks: RunChecks;
  readonly add: (line: LogLine) => void;
  readonly createEventId: () => string;
  /** A time on the clock of the proxy as an ISO instant. */
  readonly formatInstant: (at: number) => string;
}

const PASS: Decision = { action: 'pass' };
const WITHHOLD: Decision = { action: 'withhold' };
const UNNAMED = 'mcp-client';
const LONGEST_LATENCY_MS = 86_400_000;
const TOO_LARGE = 'the answer was over 8 MiB and was not read';

/** Finds the tool calls in a conversation, judges them and logs them. */
export function createInspector(options: InspectorOptions) {
  const { latency_ref_ms, runChecks, add, createEventId, formatInstant } = options;
  const pairing = createPairing();
  let agent_id: string = options.agent_id ?? UNNAMED;
  const splitters = {
    client: createSplitter({ onPiece: (piece) => inspectSafely(piece, () => fromClient(piece)) }),
    server: createSplitter({ onPiece: (piece) => inspectSafely(piece, () => decide(piece, 'observe')) }),
  };

  // one message that cannot be inspected, such as a very deeply nested one, must not stop the inspection
  const inspectSafely = <T>(piece: Piece, inspect: () => T): T | undefined => {
    try {
      return inspect();
    } catch {
      add({ kind: 'missed', bytes: piece.size, messages: 1, calls: 0, at: formatInstant(piece.at) });
      return undefined;
    }
  };

  const leaveUnjudged = (call: ToolCall, reason: string, at: number | null): void => {
    const latency_ms = at === null ? null : measureLatency(call, at);
    const occurred_at = formatInstant(call.started_at);
    add({ kind: 'unjudged', event_id: createEventId(), agent_id, tool: call.tool, latency_ms, occurred_at, reason });
  };
  const fromClient = (piece: Piece): void => {
    for (const message of readMessages(piece)?.messages ?? []) {
      if (options.agent_id === undefined) agent_id = readClientName(message) ?? agent_id;
      const givenUp = pairing.fromClient(message, piece.at);
      if (givenUp !== undefined) leaveUnjudged(givenUp, 'the client cancelled the call', piece.at);
    }
    const forgotten = pairing.takeForgotten();
    if (forgotten > 0) add({ kind: 'missed', bytes: 0, messages: 0, calls: forgotten, at: formatInstant(piece.at) });
  };

  // the gate withholds what is not a message or answers no request: another reader could take it for a result
  const decide = (piece: Piece, mode: 'observe' | 'gate'): Decision => {
    const line = readMessages(piece);
    if (line === undefined) return isBlank(piece) ? PASS : WITHHOLD;
    const seen: Seen = { at: piece.at, is_unread: line.is_unread, mode };
    if (!line.is_batch) return decideOne(line.messages[0] as Message, seen);
    const decisions = line.messages.map((message) => decideOne(message, seen));
    if (mode === 'observe' || decisions.every(({ action }) => action === 'pass')) return PASS;
    const left = decisions.flatMap((decision, index) => {
      if (decision.action === 'withhold') return [];
      return [decision.action === 'replace' ? decision.text : JSON.stringify(line.batch[index])];
    });
    return left.length === 0 ? WITHHOLD : { action: 'replace', text: `[${left.join(',')}]` };
  };
  interface Seen {
    readonly at: number;
    readonly is_unread: boolean;
    readonly mode: 'observe' | 'gate';
  }
  const decideOne = (message: Message, seen: Seen): Decision => {
    // too large to be read, and of an unknown kind, such as a list
    if (message.kind === 'other') return seen.is_unread ? WITHHOLD : PASS;
    const answered = pairing.fromServer(message);
    if (answered === undefined || answered.to === 'other') return PASS;
    if (answered.to === 'nothing' || message.kind !== 'answer') return WITHHOLD;
    return settle(answered, message, seen);
  };
  const settle = (
    { call, id, is_repeated }: Extract<Answered, { to: 'call' }>,
    { result, error }: Extract<Message, { kind: 'answer' }>,
    { at, is_unread, mode }: Seen,
  ): Decision => {
    const event_id = createEventId();
    if (is_unread) {
      if (!is_repeated) leaveUnjudged(call, TOO_LARGE, at);
      return { action: 'replace', text: replaceAnswer({ id, call, event_id }, TOO_LARGE) };
    }
    // cancelled, or logged before
    if (is_repeated && mode === 'observe') return PASS;
    const latency_ms = measureLatency(call, at);
    const judged = judgeSafely(call, { result, error, latency_ms }, runChecks);
    // an error is replaced only if its text fails a check
    const is_replaced = mode === 'gate' && (isPresent(error) ? !judged.is_fit : judged.passed !== true);
    if (!is_repeated) {
      add({
        kind: 'evaluation',
        event_id,
        agent_id,
        tool: call.tool,
        input: shorten(call.input),
        output: shorten(judged.output),
        latency_ms,
        latency_ref_ms,
        occurred_at: formatInstant(call.started_at),
        passed: judged.passed,
        is_error: judged.is_error,
        checks: judged.checks.map(({ id, verdict, reason }) => ({ id, verdict, reason: reason.slice(0, 300) })),
        was_replaced: is_replaced ? true : undefined,
      });
    }
    return is_replaced ? { action: 'replace', text: replaceAnswer({ id, call, event_id }, judged) } : PASS;
  };

  return {
    /** A chunk of forwarded bytes. */
    see(side: Side, chunk: Buffer, at: number): void {
      splitters[side].push(chunk, at);
    },
    /** Decides on a whole line of the server. */
    decide: (piece: Piece): Decision => inspectSafely(piece, () => decide(piece, 'gate')) ?? WITHHOLD,
    /** Traffic was not inspected, so the open calls are unknown. */
    miss({ client, server }: Skipped, at: number): void {
      if (client.bytes > 0) splitters.client.skip(client.is_cut);
      if (server.bytes > 0) splitters.server.skip(server.is_cut);
      add({
        kind: 'missed',
        bytes: client.bytes + server.bytes,
        // a message that was cut is not inspected either
        messages: client.messages + server.messages + Number(client.is_cut) + Number(server.is_cut),
        calls: pairing.reset(),
        at: formatInstant(at),
      });
    },
    /** The conversation is over. */
    end(at: number): void {
      splitters.client.end(at);
      splitters.server.end(at);
      for (const call of pairing.listOpen()) leaveUnjudged(call, 'the server ended without an answer', null);
    },
  };
}

// a check that throws gives no verdict, and does not stop the inspection
function judgeSafely(...[call, answer, runChecks]: Parameters<typeof judgeCall>): Judged {
  try {
    return judgeCall(call, answer, runChecks);
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault);
    const checks = [{ id: 'checks', verdict: 'ERROR' as const, reason }];
    return { passed: null, is_error: false, is_fit: false, output: null, checks };
  }
}

const measureLatency = ({ started_at }: ToolCall, at: number): number =>
  Math.min(LONGEST_LATENCY_MS, Math.max(0, Math.round((at - started_at) * 1000) / 1000));

const isBlank = ({ bytes }: Piece): boolean => bytes !== null && bytes.toString('latin1').trim() === '';

function readClientName(message: Message): string | undefined {
  if (message.kind !== 'request' || message.method !== 'initialize') return undefined;
  const { clientInfo } = (message.params ?? {}) as { clientInfo?: { name?: unknown } };
  const name = typeof clientInfo?.name === 'string' ? toName(clientInfo.name) : '';
  return name === '' ? undefined : name;
}

/** In the range JSON-RPC reserves for servers; not used by MCP. */
const GATE_ERROR = -32050;
const MOST_TOLD = 5;
const LONGEST_TEXT = 2_000;

interface Replaced {
  readonly id: IdText;
  readonly call: ToolCall;
  readonly event_id: string;
}

/** The JSON-RPC error that replaces a failed result, with the id exactly as the client wrote it. */
function replaceAnswer({ id, call, event_id }: Replaced, why: Judged | string): string {
  const error = { code: GATE_ERROR, message: writeMessage(call.tool, why), data: { event_id, ...errorData(why) } };
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`;
}

function writeMessage(tool: string, why: Judged | string): string {
  if (typeof why === 'string') return `the result of ${tool} was withheld: ${why}`;
  const failed = listFailed(why).map(({ id, reason }) => `${id}: ${reason}`);
  if (failed.length > 0) return `the result of ${tool} was withheld: ${failed.join('; ')}`;
  // the text passes the checks, and the client needs to know what went wrong
  const text = typeof why.output === 'string' ? why.output : JSON.stringify(why.output);
  return `${tool} failed: ${text.slice(0, LONGEST_TEXT)}`;
}

const errorData = (why: Judged | string): object => (typeof why === 'string' ? {} : { failed_checks: listFailed(why) });

const listFailed = ({ checks }: Judged) =>
  checks
    .filter(({ verdict }) => verdict === 'FAIL' || verdict === 'ERROR')
    .slice(0, MOST_TOLD)
    .map(({ id, verdict, reason }) => ({ id, verdict, reason: reason.slice(0, LONGEST_TEXT / 4) }));
