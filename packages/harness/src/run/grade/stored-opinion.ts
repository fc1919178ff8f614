import type { Grade, JudgeCall, Judgment, ScorerResult } from '@assay/schema';
import { runCriteriaV1 } from '@assay/scoring';
import { concludeCalls } from '../../judge/conclude-calls.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import type { RunFolder } from '../folders/read-run-folder.ts';
import { buildJudgeSubject, judgeByRules, type Opinion } from './grade-run-folder.ts';

export interface StoredOptions {
  readonly results: ScorerResult[];
  /** The grades of the run, oldest first. */
  readonly grades: readonly [Grade, ...Grade[]];
  readonly standingOf: (judge: { judge: string; criteria_digest: string }) => Promise<Judgment['standing']>;
}

/**
 * Reads the stored answers of the last judge, without asking. If its question has changed, because other
 * scorers were shown, its earlier judgment is kept with a warning.
 */
export async function storedOpinion(
  run: RunFolder,
  { results, grades, standingOf }: StoredOptions,
): Promise<{ readonly opinion: Opinion; readonly warnings: readonly string[] }> {
  const [seed] = grades;
  const last = run.calls.at(-1);
  const known = grades.findLast(({ judgment }) => judgment?.judge === (last ?? seed.judgment)?.judge) ?? seed;
  // a failed first grade does not say who should judge
  const unjudged = seed.interactions_judged === null && seed.grading_failure === null;
  const by_rules = unjudged ? null : judgeByRules(run);
  if (last === undefined) return { opinion: { judgment: known.judgment, judged: by_rules }, warnings: warnLost(seed) };
  const { judge, criteria_digest } = last;
  const calls = latest(
    run.calls.filter(
      (call) => call.judge === judge && (call.purpose === 'interactions' || call.criteria_digest === criteria_digest),
    ),
  );
  const standing = await standingOf({ judge, criteria_digest });
  const { judgment, judged } = concludeCalls(calls, buildJudgeSubject(run, results), {
    judge,
    // only built-in criteria can be restored: those of a file are not stored with the run
    criteria: runCriteriaV1,
    standing,
    same_family: known.judgment?.same_family ?? false,
  });
  const own = canonicalDigest(runCriteriaV1) === criteria_digest;
  if (judgment !== null && own) return { opinion: { judgment, judged: judged ?? by_rules }, warnings: [] };
  const carried = known.judgment;
  return {
    opinion: {
      // the grade with the last judge's opinion may never have been written
      judgment: carried === null ? null : { ...carried, ...(carried.judge === judge ? { standing } : {}) },
      judged: judged ?? by_rules,
    },
    warnings: carried === null ? [] : [quoted(carried.judge, own)],
  };
}

const quoted = (judge: string, own: boolean): string =>
  own
    ? `judgment_carried_over: ${judge} judged with other scorers or another version of the question; use --judge to ask again`
    : `judgment_carried_over: ${judge} judged by criteria that are not stored with the run; use --judge to ask again`;

const warnLost = ({ judgment }: Grade): string[] =>
  judgment === null ? [] : ['judgment_carried_over: judgments.jsonl is missing, so the answers cannot be read again'];

// a question asked again has its answer in a later call; a later failure does not replace an answer
function latest(calls: readonly JudgeCall[]): JudgeCall[] {
  const last = new Map<string, JudgeCall>();
  for (const call of calls) {
    const question = [call.prompt_digest, call.batch, call.member, call.sample].join(' ');
    if (call.status === 'answered' || last.get(question)?.status !== 'answered') last.set(question, call);
  }
  return [...last.values()];
}
