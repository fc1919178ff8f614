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
import { type RunFailureError, toRunFailureError } from '../outcome/run-failure-error.ts';
import type { Spent } from '../plan/run-request.ts';
import { type LiveTranscript, readLive } from './live-transcript.ts';
import { readPlain } from './plain-transcript.ts';

/** One instruction to an agent and its result. */
export interface Turn {
  readonly entries: readonly TranscriptEntry[];
  readonly summary: TranscriptSummary;
  /** Number of entries with their arrival time because they had none. */
  readonly arrivals: number;
  readonly ended: ExecutionEnd | null;
  /** The end of its output; null for a built-in agent. */
  readonly tails: Pick<AgentExit, 'stdout_tail' | 'stderr_tail'> | null;
  readonly limit: Limit | null;
  /** Why the output could not be saved: the run ends with this turn. */
  readonly fault?: RunFailureError | null;
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
  /** Operator variables passed to the agent. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits: Limits;
  readonly prices: ModelPrices;
  /** Usage of earlier turns. */
  readonly spent: Spent;
  /** The limit at which the gateway closed; null while it is open. */
  readonly closed: () => string | null;
  readonly timeout_ms: number;
  /** The folder for its raw output. */
  readonly raw: string;
  readonly onProgress: (spent: Spent) => void;
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 200;

/** Starts an agent's program with one instruction and waits for its end. */
export async function runAgentTurn(options: TurnOptions): Promise<Turn> {
  const { agent, request, session, host, signal } = options;
  const told_at = instant(host.now());
  const launch = agent.launch(request);
  const live = agent.format === null ? readPlain(host.now) : readLive(agent.format, host.now, options.prices);
  // stop if the output cannot be saved: it would cost money for nothing
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
    // the output may repeat secrets, or be nested too deep to serialize
    ...options.redactor.value({
      entries: withInstruction(entries, request.instruction, told_at),
      summary: broken === null ? summary : { ...summary, end: { status: 'failed' as const, reason: broken } },
    }),
    arrivals,
    ended,
    tails: { stdout_tail: kept_stdout.tail, stderr_tail: kept_stderr.tail },
    limit,
    fault: unkept === null ? null : toRunFailureError(unkept, 'internal_error'),
  };
}

/** Usage of this turn and the earlier ones, as far as known. */
export const spentIn = (
  before: Spent,
  live: Pick<LiveTranscript, 'glance'>,
  totals: ProcessAgent['totals'] = 'turn',
): Spent => {
  const { usage, cost_usd_micros } = live.glance();
  const known = before.cost_usd_micros !== null || cost_usd_micros !== null;
  // totals of a resumed session include earlier turns; until they arrive, the gateway knows better
  const join = totals === 'session' ? Math.max : (earlier: number, now: number) => earlier + now;
  return {
    tokens: join(before.tokens, usage === null ? 0 : usage.input_tokens + usage.output_tokens),
    cost_usd_micros: known ? join(before.cost_usd_micros ?? 0, cost_usd_micros ?? 0) : null,
  };
};

// the stream may report tokens only at the end; the gateway knows them at once
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
    const cost = Math.max(now.cost_usd_micros ?? 0, passed?.cost_usd_micros ?? 0);
    onProgress({ tokens, cost_usd_micros: now.cost_usd_micros ?? passed?.cost_usd_micros ?? null });
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
  if (limits.cost_usd !== null && used.cost > limits.cost_usd * 1e6) {
    const message = `$${(used.cost / 1e6).toFixed(4)} spent, $${limits.cost_usd} allowed`;
    return { class: 'budget_exceeded', message };
  }
  if (limits.turns !== null && used.calls > limits.turns)
    return { class: 'turns_exceeded', message: `${used.calls} model calls made, ${limits.turns} allowed` };
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
  // why the conversation failed; if the program ended, its end is reported
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

// the transcript of a conversation has both directions in order
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
    // programs may print other output between messages
    return false;
  }
}

// shown to the judge per stream
const TAIL_BYTES = 4096;

/** Saves a stream to a file and keeps its end in memory. */
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
    /** The end of the stream, and why it was not saved completely; null if it was. */
    end: async (): Promise<{ tail: string; broken: Error | null }> => {
      clean.end();
      file.end();
      await finished(file).catch(() => undefined);
      return { tail: tail.toString('utf8'), broken };
    },
  };
}

// most agents do not repeat the instruction, which the transcript needs
function withInstruction(entries: readonly TranscriptEntry[], instruction: string, at: string) {
  const told = entries.slice(0, 3).some(({ type }) => type === 'user');
  return told ? entries : [{ type: 'user' as const, text: instruction, at }, ...entries];
}
