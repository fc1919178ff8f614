import type { JudgeCall } from '@assay/schema';
import type { JudgeQuestion, Read } from '@assay/scoring';
import { type JudgeBackend, JudgeFailure, type JudgeReply } from './backend.ts';
import { createJudgeClient, type JudgeClientOptions, type Terms } from './judge-client.ts';

export interface AskJudgeOptions extends JudgeClientOptions {
  readonly max_output_tokens: number;
  read(text: string): Read<unknown>;
}

/** What came of a question: the part of a call that is not known before it is asked. */
export type Asked = Pick<
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
 * Puts a question to a judge until there is an answer or no hope of one: twice more after trouble on the way, once more
 * with twice the room when the reply was cut off, once more when it could not be read. Throws nothing but the reason of
 * the signal; of every other end it says why, and keeps what was said last.
 */
export async function askJudge(
  backend: JudgeBackend,
  question: JudgeQuestion,
  options: AskJudgeOptions,
): Promise<Asked> {
  const client = createJudgeClient(backend, question, options);
  let next: Terms = { max_output_tokens: options.max_output_tokens };
  const conclude = (last: JudgeReply | null, trouble: Trouble | null): Asked => ({
    status: trouble === null ? 'answered' : 'failed',
    obstacle: trouble?.obstacle ?? null,
    detail: trouble?.detail ?? null,
    reply: last?.text ?? '',
    repaired: next.mend !== undefined,
    model: last?.model ?? null,
    ...client.account(),
  });
  let last: JudgeReply | null = null;
  let trouble: Trouble | null = null;
  let widened = false;
  for (;;) {
    const reply = await client.bring(next);
    if (reply instanceof JudgeFailure) {
      // what was said before is more than that nothing more was said
      if (trouble === null) return conclude(null, { obstacle: reply.obstacle, detail: reply.message });
      return conclude(last, { ...trouble, detail: `${trouble.detail}; asked again: ${reply.message}` });
    }
    last = reply;
    trouble = findTrouble(reply, options.read);
    if (trouble?.obstacle === 'cut_off' && !widened) {
      widened = true;
      next = { ...next, max_output_tokens: next.max_output_tokens * 2 };
    } else if (trouble?.obstacle === 'unparseable' && next.mend === undefined) {
      next = { ...next, mend: { reply: reply.text, complaint: trouble.detail } };
    } else return conclude(reply, trouble);
  }
}

interface Trouble {
  readonly obstacle: NonNullable<JudgeCall['obstacle']>;
  readonly detail: string;
}

function findTrouble({ stop, text }: JudgeReply, read: AskJudgeOptions['read']): Trouble | null {
  if (stop === 'refused') return { obstacle: 'judge_refused', detail: 'the judge declined to answer' };
  if (stop === 'cut_off') return { obstacle: 'cut_off', detail: 'the reply was longer than the judge may write' };
  try {
    const found = read(text);
    return found.ok ? null : { obstacle: found.obstacle, detail: found.detail };
  } catch (error) {
    // nested deeper than anything can follow, say: no reply may break what reads it
    return { obstacle: 'unparseable', detail: String(error) };
  }
}
