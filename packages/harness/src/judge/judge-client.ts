import { setTimeout as sleepFor } from 'node:timers/promises';
import type { JudgeCall, ModelPrices } from '@assay/schema';
import type { JudgeQuestion } from '@assay/scoring';
import { priceOf, sumUsage } from '@assay/transcripts';
import type { Host } from '../contracts/host.ts';
import { type AskOptions, type JudgeBackend, JudgeFailure, type JudgeReply } from './backend.ts';
import { waitAfter } from './wait-after.ts';

/** How often a question is put again that met trouble on the way. */
const MOST_RETRIES = 2;

export interface JudgeClientOptions extends Pick<AskOptions, 'sample' | 'prompt_digest' | 'signal'> {
  readonly host: Host;
  /** For one try, not for all of them. */
  readonly timeout_ms: number;
  /** Of models, before those of the table. */
  readonly prices?: ModelPrices;
  /** How waiting is done; for real unless given. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What may differ from one time to the next that the same is asked. */
export type Terms = Pick<AskOptions, 'max_output_tokens' | 'mend'>;

interface JudgeClient {
  /** The reply, or why there is none; trouble that may pass is waited for, a few times in all. */
  bring(terms: Terms): Promise<JudgeReply | JudgeFailure>;
  account(): Pick<JudgeCall, 'tries' | 'usage' | 'cost_usd_micros' | 'latency_ms'>;
}

/** Takes a question to a judge and keeps the account: the tries, the tokens, the money and the time. */
export function createJudgeClient(
  backend: JudgeBackend,
  question: JudgeQuestion,
  { host, signal, timeout_ms, prices = [], sample, prompt_digest, sleep = sleepReally }: JudgeClientOptions,
): JudgeClient {
  const replies: JudgeReply[] = [];
  let [tries, retries, latency_ms] = [0, 0, 0];

  const tryOnce = async (terms: Terms): Promise<JudgeReply | JudgeFailure> => {
    const limit = new AbortController();
    const late = new JudgeFailure('timeout', `there was no reply within ${timeout_ms} ms`, { again: true });
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
      // a judge never breaks a run, not even by a defect of its own
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

// what it throws when it is called off is not the reason for that: the signal knows it
const sleepReally = (ms: number, signal: AbortSignal): Promise<void> =>
  sleepFor(ms, undefined, { signal }).catch(() => undefined);

// one that is not known makes the sum unknown, never smaller
function sumKnown(all: readonly JudgeReply['usage'][]): JudgeReply['usage'] {
  const known = all.filter((usage) => usage !== null);
  return known.length === all.length ? sumUsage(known) : null;
}

function addCosts(all: readonly (number | null)[]): number | null {
  const known = all.filter((usd) => usd !== null);
  if (all.length === 0 || known.length < all.length) return null;
  return Math.round(known.reduce((sum, usd) => sum + usd, 0) * 1e6);
}

// services name the very version that answered, which the table may not list
function costOf(
  { cost_usd, model, usage }: JudgeReply,
  { backend, prices }: { backend: JudgeBackend; prices: ModelPrices },
): number | null {
  if (cost_usd !== null || usage === null) return cost_usd;
  const names = [model, backend.model].filter((name) => name !== null);
  return names.map((name) => priceOf(name, usage, prices)).find((usd) => usd !== null) ?? null;
}
