import { setTimeout as sleepFor } from 'node:timers/promises';
import type { JudgeCall, ModelPrices } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';
import { computeCostMicros, sumUsage } from '@assay/transcripts';
import type { Host } from '../contracts/host.ts';
import { type AskOptions, type JudgeBackend, JudgeFailure, type JudgeReply } from './backend.ts';
import { waitAfter } from './wait-after.ts';

/** Retries after a service error. */
const MOST_RETRIES = 2;

export interface JudgeClientOptions extends Pick<AskOptions, 'sample' | 'prompt_digest' | 'signal'> {
  readonly host: Host;
  /** Per try. */
  readonly timeout_ms: number;
  /** Prices that override the built-in table. */
  readonly prices?: ModelPrices;
  /** Default: a real timer. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What may differ between tries. */
export type Terms = Pick<AskOptions, 'max_output_tokens' | 'repair'>;

interface JudgeClient {
  /** The reply, or why there is none. Retries temporary failures up to MOST_RETRIES times in total. */
  bring(terms: Terms): Promise<JudgeReply | JudgeFailure>;
  account(): Pick<JudgeCall, 'tries' | 'usage' | 'cost_usd_micros' | 'latency_ms'>;
}

/** Asks a judge and counts tries, tokens, cost and time. */
export function createJudgeClient(
  backend: JudgeBackend,
  question: JudgeQuestion<string>,
  { host, signal, timeout_ms, prices = [], sample, prompt_digest, sleep = sleepReally }: JudgeClientOptions,
): JudgeClient {
  const replies: JudgeReply[] = [];
  let [tries, retries, latency_ms] = [0, 0, 0];

  const tryOnce = async (terms: Terms): Promise<JudgeReply | JudgeFailure> => {
    const limit = new AbortController();
    const late = new JudgeFailure('timeout', `no reply within ${timeout_ms} ms`, { again: true });
    const timer = setTimeout(() => limit.abort(late), timeout_ms);
    const started = performance.now();
    tries++;
    try {
      const either = AbortSignal.any([signal, limit.signal]);
      const reply = await backend.ask(question, { ...terms, sample, prompt_digest, signal: either });
      replies.push(reply);
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof JudgeFailure) return error;
      // a defect in a judge must not break a run
      return new JudgeFailure('service_error', String(error), { again: false, cause: error });
    } finally {
      clearTimeout(timer);
      latency_ms += performance.now() - started;
    }
  };

  return {
    bring: async (terms) => {
      for (;;) {
        const reply = await tryOnce(terms);
        if (!(reply instanceof JudgeFailure) || retries === MOST_RETRIES) return reply;
        const wait_ms = waitAfter(reply, { retries, host });
        if (wait_ms === null) return reply;
        retries++;
        await sleep(wait_ms, signal);
        signal.throwIfAborted();
      }
    },
    account: () => ({
      tries,
      usage: sumKnown(replies.map(({ usage }) => usage)),
      cost_usd_micros: addCosts(replies.map((reply) => costOf(reply, { backend, prices }))),
      latency_ms: Math.round(latency_ms),
    }),
  };
}

// ignore the AbortError: the signal has the real reason
const sleepReally = (ms: number, signal: AbortSignal): Promise<void> =>
  sleepFor(ms, undefined, { signal }).catch(() => undefined);

// one unknown value makes the sum unknown
function sumKnown(all: readonly JudgeReply['usage'][]): JudgeReply['usage'] {
  const known = all.filter((usage) => usage !== null);
  return known.length === all.length ? sumUsage(known) : null;
}

function addCosts(all: readonly (number | null)[]): number | null {
  const known = all.filter((cost) => cost !== null);
  if (all.length === 0 || known.length < all.length) return null;
  return known.reduce((sum, cost) => sum + cost, 0);
}

// services name the exact version, which the table may not list
function costOf(
  { cost_usd_micros, model, usage }: JudgeReply,
  { backend, prices }: { backend: JudgeBackend; prices: ModelPrices },
): number | null {
  if (cost_usd_micros !== null || usage === null) return cost_usd_micros;
  const names = [model, backend.model].filter((name) => name !== null);
  return names.map((name) => computeCostMicros(name, usage, prices)).find((cost) => cost !== null) ?? null;
}
