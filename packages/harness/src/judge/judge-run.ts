import type { InteractionJudgment, JudgeCall, Judgment } from '@assay/schema';
import { type AskAboutOptions, askAboutRun, isSameFamily, type Subject } from './ask-about-run.ts';
import { concludeCalls } from './conclude-calls.ts';
import type { Judge } from './judge.ts';

/** A judge's opinion of a run, and the calls it is based on. */
export interface JudgedByJudge {
  readonly calls: readonly JudgeCall[];
  readonly judgment: Judgment | null;
  /** Null if it was not asked about interactions. */
  readonly judged: InteractionJudgment | null;
}

/** Asks a judge about a run, and reads its answers. */
export async function judgeRun(judge: Judge, subject: Subject, options: AskAboutOptions): Promise<JudgedByJudge> {
  const calls = await askAboutRun(judge, subject, options);
  const { name, criteria, standing } = judge;
  const same_family = isSameFamily(judge, subject);
  return { calls, ...concludeCalls(calls, subject, { judge: name, criteria, standing, same_family }) };
}
