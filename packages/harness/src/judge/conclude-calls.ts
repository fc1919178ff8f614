import type { InteractionJudgment, JudgeCall, Judgment } from '@assay/schema';
import {
  buildInteractionQuestions,
  buildRunQuestion,
  type Criteria,
  concludeInteractions,
  concludeJudgment,
  type InteractionAnswer,
  readInteractionReply,
} from '@assay/scoring';
import { type Subject, toJudgedInteractions } from './ask-about-run.ts';
import { promptDigest } from './prompt-digest.ts';

export interface Concluding {
  readonly judge: string;
  readonly criteria: Criteria;
  readonly standing: Judgment['standing'];
  readonly same_family: boolean;
}

/** Reads the judgment from the calls. Only answers to this run's exact questions count. */
export function concludeCalls(
  calls: readonly JudgeCall[],
  { run }: Subject,
  { judge, criteria, standing, same_family }: Concluding,
): { judgment: Judgment | null; judged: InteractionJudgment | null } {
  const asked = buildRunQuestion(run, criteria);
  const about_run = callsFor(calls, promptDigest(asked.question));
  const judgment =
    about_run.length === 0
      ? null
      : concludeJudgment({ calls: about_run, facts: asked.facts, judge, standing, same_family });
  if (!calls.some(({ purpose }) => purpose === 'interactions')) return { judgment, judged: null };
  const answers: InteractionAnswer[] = [];
  for (const question of buildInteractionQuestions(toJudgedInteractions(run))) {
    const call = callsFor(calls, promptDigest(question.question)).at(-1);
    const result: InteractionAnswer['result'] =
      call?.status === 'answered'
        ? readInteractionReply(call.reply, question)
        : { ok: false, obstacle: call?.obstacle ?? 'not_recorded' };
    answers.push({ ids: [...question.ids.values()], result });
  }
  const judged = concludeInteractions(answers, { judge, ids: run.interactions.map(({ id }) => id) });
  return { judgment, judged };
}

const callsFor = (calls: readonly JudgeCall[], digest: string): JudgeCall[] =>
  calls.filter(({ prompt_digest }) => prompt_digest === digest);
