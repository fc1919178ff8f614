import { createId, type JudgeCall, type JudgeObstacle } from '@assay/schema';
import { type JudgeQuestion, type ReadReply, withNonce } from '@assay/scoring';
import { type Host, instant } from '../contracts/host.ts';
import { type AskResult, askJudge } from './ask.ts';
import type { CallKey } from './call-cache.ts';
import type { Judge, JudgeMember } from './judge.ts';
import { promptDigest } from './prompt-digest.ts';

const NONCE_BYTES = 12;

/** A question and the parser of its reply. An unreadable reply is asked for again. */
export interface Asking {
  readonly question: JudgeQuestion;
  read(text: string): ReadReply<unknown>;
}

export interface AskingOptions {
  readonly judge: Judge;
  readonly criteria_digest: string;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** If set, nobody is asked, and every call records why. */
  readonly refused: { readonly obstacle: JudgeObstacle; readonly detail: string } | null;
}

/**
 * Asks one member one question, unless the answer is cached or asking is not allowed. Throws only on abort.
 */
export async function askOnce(
  { question, read }: Asking,
  { member, place, sample }: { readonly member: JudgeMember; readonly place: number; readonly sample: number },
  { judge, criteria_digest, host, signal, refused }: AskingOptions,
): Promise<JudgeCall> {
  signal.throwIfAborted();
  const { backend, max_output_tokens, timeout_ms } = member;
  const prompt_digest = promptDigest(question);
  const { id, model: model_asked, address } = backend;
  const key: CallKey = { backend: id, model_asked, address, prompt_digest, sample, max_output_tokens };
  // a cached answer is free, even over budget; a same-family judge must not be used at all
  const known = refused?.obstacle === 'same_family' ? null : await judge.cache.get(key);
  const who = { judge: judge.name, member: place };
  if (known !== null) return { ...known, ...who };
  const toCall = (asked: AskResult): JudgeCall => ({
    judgment_id: createId('jdg', { time_ms: host.now(), entropy: host.entropy(10) }),
    purpose: question.purpose,
    batch: question.batch,
    sample,
    ...who,
    backend: id,
    model_asked,
    criteria: question.criteria,
    criteria_digest,
    prompt_digest,
    cached: false,
    judged_at: instant(host.now()),
    ...asked,
  });
  if (refused !== null) return toCall(notAsked(refused));
  const spent = judge.budget.reached();
  if (spent !== null) return toCall(notAsked({ obstacle: 'over_budget', detail: `the budget of ${spent} is used up` }));
  const nonce = Buffer.from(host.entropy(NONCE_BYTES)).toString('hex');
  const asked = await askJudge(backend, withNonce(question, nonce), {
    sample,
    prompt_digest,
    host,
    signal,
    max_output_tokens,
    timeout_ms,
    prices: judge.prices,
    read,
  });
  judge.budget.add(asked.cost_usd_micros);
  const call = toCall(asked);
  // the answer counts even if it cannot be cached
  if (call.status === 'answered') await judge.cache.put(key, call).catch(() => undefined);
  return call;
}

const notAsked = ({ obstacle, detail }: NonNullable<AskingOptions['refused']>): AskResult => ({
  status: 'failed',
  obstacle,
  detail,
  reply: '',
  repaired: false,
  tries: 0,
  model: null,
  usage: null,
  cost_usd_micros: null,
  latency_ms: null,
});
