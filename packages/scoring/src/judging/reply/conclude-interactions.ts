import type { InteractionJudgment, JudgeObstacle, Signals } from '@assay/schema';
import { median } from '../../math/quantile.ts';
import { mean } from '../../math/sum.ts';
import type { InteractionMarks, InteractionOpinion } from './interaction-reply.ts';

/** The result of one question about interactions. */
export interface InteractionAnswer {
  /** The interactions it asked about. */
  readonly ids: readonly string[];
  readonly result:
    | { readonly ok: true; readonly value: InteractionOpinion }
    | { readonly ok: false; readonly obstacle: JudgeObstacle };
}

/**
 * A judge's opinion on a run's interactions; `ids` lists all of them. If several answers cover one, each signal is
 * their median. Necessity is the mean over those judged. Interactions without marks are counted as not judged.
 */
export function concludeInteractions(
  answers: readonly InteractionAnswer[],
  { judge, ids }: { readonly judge: string; readonly ids: readonly string[] },
): InteractionJudgment {
  const marksOf = collectMarks(answers);
  const signals = new Map<string, Signals>();
  const necessity: number[] = [];
  for (const id of ids) {
    const given = marksOf.get(id);
    if (given === undefined) continue;
    const middle = (signal: keyof InteractionMarks): number => median(given.map((marks) => marks[signal])) as number;
    signals.set(id, { success: middle('success'), weight: middle('weight'), relevance: middle('relevance') });
    necessity.push(middle('necessity'));
  }
  return {
    judge,
    signals: Object.fromEntries(signals),
    necessity: mean(necessity),
    judged: signals.size,
    of: ids.length,
    reason: describeUnjudged(
      ids.filter((id) => !signals.has(id)),
      { answers, of: ids.length },
    ),
  };
}

function collectMarks(answers: readonly InteractionAnswer[]): Map<string, InteractionMarks[]> {
  const marksOf = new Map<string, InteractionMarks[]>();
  for (const { result } of answers)
    for (const [id, given] of result.ok ? result.value.marks : []) {
      const others = marksOf.get(id);
      if (others === undefined) marksOf.set(id, [given]);
      else others.push(given);
    }
  return marksOf;
}

/** How many were not judged, and why; null when all were. */
function describeUnjudged(
  unjudged: readonly string[],
  { answers, of }: { readonly answers: readonly InteractionAnswer[]; readonly of: number },
): string | null {
  if (unjudged.length === 0) return null;
  const whyOf = new Map<string, string>();
  for (const { ids, result } of answers) {
    if (!result.ok) for (const id of ids) whyOf.set(id, `in a question without an answer (${result.obstacle})`);
    else {
      for (const id of result.value.missing) whyOf.set(id, 'left out of the reply');
      for (const id of result.value.invalid) whyOf.set(id, 'given a value outside 0 to 1, or two different ones');
    }
  }
  const counts = new Map<string, number>();
  for (const id of unjudged) {
    const why = whyOf.get(id) ?? 'not asked about';
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const parts = Array.from(counts, ([why, count]) => `${count} ${why}`);
  return `${unjudged.length} of ${of} interactions were not judged: ${parts.join(', ')}`;
}
