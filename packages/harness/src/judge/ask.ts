import type { JudgeCall } from '@assay/schema';
import type { JudgeQuestion, ReadReply } from '@assay/scoring';
import { type JudgeBackend, JudgeFailure, type JudgeReply } from './backend.ts';
import { createJudgeClient, type JudgeClientOptions, type Terms } from './judge-client.ts';

export interface AskJudgeOptions extends JudgeClientOptions {
  readonly max_output_tokens: number;
  read(text: string): ReadReply<unknown>;
}

/** The part of a call that is known only after asking. */
export type AskResult = Pick<
  JudgeCall,
  | 'status'
  | 'obstacle'
  | 'detail'
  | 'reply'
  | 'repaired'
  | 'tries'
  | 'model'
  | 'usage'
  | 'cost_usd_micros'
  | 'latency_ms'
>;

/**
 * Asks a judge until it answers or cannot: two retries after a service error, one with twice the tokens after
 * a cut-off reply, one after an unreadable reply. Throws only the reason of the signal. Any other end is
 * recorded with its cause and the last reply.
 */
export async function askJudge(
  backend: JudgeBackend,
  question: JudgeQuestion<string>,
  options: AskJudgeOptions,
): Promise<AskResult> {
  const client = createJudgeClient(backend, question, options);
  let next: Terms = { max_output_tokens: options.max_output_tokens };
  const conclude = (last: JudgeReply | null, trouble: Trouble | null): AskResult => ({
    status: trouble === null ? 'answered' : 'failed',
    obstacle: trouble?.obstacle ?? null,
    detail: trouble?.detail ?? null,
    reply: last?.text ?? '',
    repaired: next.repair !== undefined,
    model: last?.model ?? null,
    ...client.account(),
  });
  let last: JudgeReply | null = null;
  let trouble: Trouble | null = null;
  let widened = false;
  for (;;) {
    const reply = await client.bring(next);
    if (reply instanceof JudgeFailure) {
      // an earlier reply says more than the failed retry
      if (trouble === null) return conclude(null, { obstacle: reply.obstacle, detail: reply.message });
      return conclude(last, { ...trouble, detail: `${trouble.detail}; asked again: ${reply.message}` });
    }
    last = reply;
    trouble = findTrouble(reply, options.read);
    if (trouble?.obstacle === 'cut_off' && !widened) {
      widened = true;
      next = { ...next, max_output_tokens: next.max_output_tokens * 2 };
    } else if (trouble?.obstacle === 'unparseable' && next.repair === undefined) {
      next = { ...next, repair: { reply: reply.text, complaint: trouble.detail } };
    } else return conclude(reply, trouble);
  }
}

interface Trouble {
  readonly obstacle: NonNullable<JudgeCall['obstacle']>;
  readonly detail: string;
}

function findTrouble({ stop, text }: JudgeReply, read: AskJudgeOptions['read']): Trouble | null {
  if (stop === 'refused') return { obstacle: 'judge_refused', detail: 'the judge declined to answer' };
  if (stop === 'cut_off') return { obstacle: 'cut_off', detail: 'the reply exceeded the output token limit' };
  try {
    const found = read(text);
    return found.ok ? null : { obstacle: found.obstacle, detail: found.detail };
  } catch (error) {
    // such as JSON nested too deep: no reply may crash the reader
    return { obstacle: 'unparseable', detail: String(error) };
  }
}
