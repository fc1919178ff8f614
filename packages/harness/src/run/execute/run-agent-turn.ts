import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { AgentExit, FailureClass, Limits, ModelPrices, TranscriptEntry } from '@assay/schema';
import type { TranscriptSummary } from '@assay/transcripts';
import type { AgentRequest, ProcessAgent } from '../../contracts/agent.ts';
import { type Host, instant } from '../../contracts/host.ts';
import type { Execution, ExecutionEnd, SandboxSession } from '../../contracts/sandbox.ts';
import type { Redactor } from '../../machine/credentials.ts';
import type { Gateway } from '../../machine/gateway/gateway.ts';
import { type Fault, toFault } from '../outcome/fault.ts';
import type { Spent } from '../plan/run-request.ts';
import { type LiveTranscript, readLive } from './live-transcript.ts';
import { readPlain } from './plain-transcript.ts';

/** What an agent was told and what came of it. */
export interface Turn {
  readonly entries: readonly TranscriptEntry[];
  readonly summary: TranscriptSummary;
  /** How many entries carry the time they arrived, for want of their own. */
  readonly arrivals: number;
  readonly ended: ExecutionEnd | null;
  /** The end of what its program printed; null for an agent that is no program. */
  readonly tails: Pick<AgentExit, 'stdout_tail' | 'stderr_tail'> | null;
  readonly limit: Limit | null;
  /** Why what the agent printed could not be kept: the run ends with this turn. */
  readonly fault?: Fault | null;
}

interface Limit {
  readonly class: FailureClass;
  readonly message: string;
}

export interface TurnOptions {
  readonly agent: ProcessAgent;
  readonly request: AgentRequest;
  readonly session: SandboxSession;
  readonly gateway: Gateway | null;
  readonly host: Host;
  readonly redactor: Redactor;
  /** Variables of the operator that are handed on. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly prices: ModelPrices;
  /** What earlier turns used up. */
  readonly spent: Spent;
  /** The limit at which the gateway let nothing more through; null while it has not. */
  readonly closed: () => string | null;
  readonly timeout_ms: number;
  /** Where what it prints is kept. */
  readonly raw: string;
  readonly onProgress: (spent: Spent) => void;
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 200;

/** Starts an agent's program with one instruction and stays until it ended, or had to be. */
export async function runAgentTurn(options: TurnOptions): Promise<Turn> {
  const { agent, request, session, host, signal } = options;
  const told_at = instant(host.now());
  const launch = agent.launch(request);
  const live = agent.format === null ? readPlain(host.now) : readLive(agent.format, host.now, options.prices);
  // nobody pays for what cannot be kept
  const onBroken = (): void => execution.stop();
  const stdout = saveRaw(options, { name: `turn-${request.turn}.stdout`, onBroken });
  const stderr = saveRaw(options, { name: `turn-${request.turn}.stderr`, onBroken });
  const lines = agent.converse && createLines(live, stdout.push, host.now);
  const execution: Execution = session.start({
    command: launch.command,
    env: { ...options.env, ...launch.env },
    input: agent.converse ? 'open' : (launch.input ?? ''),
    onStdout: (chunk) => {
      if (lines) lines.receive(chunk);
      else {
        stdout.push(chunk);
        live.push(chunk);
      }
    },
    onStderr: stderr.push,
    timeout_ms: options.timeout_ms,
    signal,
  });
  const watch = watchLimits(options, live, execution);
  const broken = agent.converse && lines ? await converse(agent, request, lines, execution) : null;
  const ended = await execution.done;
  lines?.end();
  const limit = watch.end();
  const [kept_stdout, kept_stderr] = await Promise.all([stdout.end(), stderr.end()]);
  const unkept = kept_stdout.broken ?? kept_stderr.broken;
  const { entries, summary, arrivals } = live.finish(ended);
  return {
    // it may have said what it was given, and nested what it said deeper than can be written again
    ...options.redactor.value({
      entries: withInstruction(entries, request.instruction, told_at),
      summary: broken === null ? summary : { ...summary, end: { status: 'failed' as const, reason: broken } },
    }),
    arrivals,
    ended,
    tails: { stdout_tail: kept_stdout.tail, stderr_tail: kept_stderr.tail },
    limit,
    fault: unkept === null ? null : toFault(unkept, 'internal_error'),
  };
}

/** What this turn and those before it used, as far as it is known. */
export const spentIn = (
  before: Spent,
  live: Pick<LiveTranscript, 'glance'>,
  totals: ProcessAgent['totals'] = 'turn',
): Spent => {
  const { usage, cost_usd } = live.glance();
  // what a resumed session says at its end includes what it said before; until then the gateway knows better
  const join = totals === 'session' ? Math.max : (earlier: number, now: number) => earlier + now;
  return {
    tokens: join(before.tokens, usage === null ? 0 : usage.input_tokens + usage.output_tokens),
    cost_usd: before.cost_usd === null && cost_usd === null ? null : join(before.cost_usd ?? 0, cost_usd ?? 0),
  };
};

// the stream may be silent on tokens until the end; what went through the gateway is known at once
function watchLimits(
  { agent, limits, spent, gateway, closed, onProgress }: TurnOptions,
  live: LiveTranscript,
  execution: Execution,
) {
  let limit: Limit | null = null;
  const look = (): void => {
    const now = spentIn(spent, live, agent.totals);
    const passed = gateway?.usage();
    const tokens = Math.max(now.tokens, passed ? passed.usage.input_tokens + passed.usage.output_tokens : 0);
    const cost = Math.max(now.cost_usd ?? 0, passed?.cost_usd ?? 0);
    onProgress({ tokens, cost_usd: now.cost_usd ?? passed?.cost_usd ?? null });
    limit ??= reached(limits, { tokens, cost, calls: passed?.requests ?? 0 });
    const reason = closed();
    if (reason !== null) limit ??= { class: 'budget_exceeded', message: reason };
    if (limit !== null) execution.stop();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    end: (): Limit | null => {
      clearInterval(timer);
      look();
      return limit;
    },
  };
}

function reached(limits: Limits, used: { tokens: number; cost: number; calls: number }): Limit | null {
  if (limits.tokens !== null && used.tokens > limits.tokens)
    return { class: 'budget_exceeded', message: `${used.tokens} tokens used, ${limits.tokens} allowed` };
  if (limits.cost_usd !== null && used.cost > limits.cost_usd)
    return { class: 'budget_exceeded', message: `$${used.cost.toFixed(4)} spent, $${limits.cost_usd} allowed` };
  if (limits.turns !== null && used.calls > limits.turns)
    return { class: 'turns_exceeded', message: `${used.calls} calls of the model made, ${limits.turns} allowed` };
  return null;
}

async function converse(
  agent: ProcessAgent,
  request: AgentRequest,
  lines: Lines,
  execution: Execution,
): Promise<string | null> {
  const io = {
    received: lines.received,
    send: (line: string) => {
      lines.sent(line);
      execution.write(`${line}\n`);
    },
  };
  const gone = execution.done.then(lines.end);
  // why a conversation broke off; one whose program went away is told by how that ended
  const broken = await Promise.race([agent.converse?.(io, request), gone]).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  execution.endInput();
  execution.stop();
  return broken;
}

interface Lines {
  readonly received: AsyncIterable<string>;
  receive(chunk: Buffer): void;
  sent(line: string): void;
  end(): void;
}

// both directions, in the order they happened, are the transcript of a conversation
function createLines(live: LiveTranscript, keep: (chunk: Buffer) => void, now: () => number): Lines {
  const waiting: string[] = [];
  let wake: (() => void) | undefined;
  let over = false;
  let held = '';
  const log = (dir: '<' | '>', line: string): void => {
    if (!isJson(line)) return;
    const chunk = Buffer.from(`{"t":"${instant(now())}","dir":"${dir}","msg":${line}}\n`);
    keep(chunk);
    live.push(chunk);
  };
  return {
    received: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const line = waiting.shift();
          if (line !== undefined) yield line;
          else if (over) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    },
    receive: (chunk) => {
      const parts = (held + chunk.toString('utf8')).split('\n');
      held = parts.pop() ?? '';
      for (const line of parts) {
        log('<', line);
        waiting.push(line);
      }
      wake?.();
    },
    sent: (line) => log('>', line),
    end: () => {
      over = true;
      wake?.();
    },
  };
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    // a program may print what it likes between its messages
    return false;
  }
}

// what a judge is shown of each stream
const TAIL_BYTES = 4096;

/** Keeps a stream in a file, and the end of it at hand. */
function saveRaw({ raw, redactor }: TurnOptions, { name, onBroken }: { name: string; onBroken: () => void }) {
  const path = join(raw, name);
  const file = createWriteStream(path);
  let broken: Error | null = null;
  let tail: Buffer = Buffer.alloc(0);
  file.on('error', (cause) => {
    broken ??= new Error(`${path} cannot be written: ${cause.message}`, { cause });
    onBroken();
  });
  const clean = redactor.stream((chunk) => {
    tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    if (broken === null) file.write(chunk);
  });
  return {
    push: clean.push,
    /** The end of it, and why not all of it was kept; null when it was. */
    end: async (): Promise<{ tail: string; broken: Error | null }> => {
      clean.end();
      file.end();
      await finished(file).catch(() => undefined);
      return { tail: tail.toString('utf8'), broken };
    },
  };
}

// most agents do not repeat what they were told; a transcript without it cannot be understood
function withInstruction(entries: readonly TranscriptEntry[], instruction: string, at: string) {
  const told = entries.slice(0, 3).some(({ type }) => type === 'user');
  return told ? entries : [{ type: 'user' as const, text: instruction, at }, ...entries];
}
