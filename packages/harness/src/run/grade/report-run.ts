import type { ReportedRun, RunResult } from '@assay/schema';
import { gradeTranscript, judgeHeuristically, redact, toInteractionJudgment } from '@assay/scoring';
import { emptyTranscriptSummary } from '../execute/empty-transcript-summary.ts';
import { readRunFolder } from '../folders/read-run-folder.ts';

/** What a report shows of a run folder, redacted. */
export async function reportRun(result: RunResult): Promise<ReportedRun> {
  const kept = await readRunFolder(result.folder);
  const { evidence } = kept;
  const [entries, interactions] = [[...kept.entries], [...kept.interactions]];
  const judgment = judgeHeuristically({ entries, interactions });
  const summary = {
    ...(evidence.transcript ?? emptyTranscriptSummary({ format: 'plain', agent: result.agent, end: result.end })),
    interactions,
    entries,
  };
  const [clean, cleanJudgment, run, diff] = [redact(entries), redact(judgment), redact(result), redact(kept.diff)];
  const graded = redact(
    gradeTranscript(result.folder, summary, { judged: toInteractionJudgment(judgment), judgment: result.judgment }),
  ).value;
  return {
    grade: {
      ...graded,
      agent: result.agent,
      scorecard: result.scorecard,
      scorecard_reason: result.scorecard === null ? (result.not_scored?.reason ?? null) : null,
      axis: result.axis ?? graded.axis,
      ...(run.value.insights === undefined ? {} : { insights: run.value.insights }),
      gates: result.gates,
      judge: result.interactions_judged?.judge ?? graded.judge,
      interactions_judged: result.interactions_judged,
      redactions: clean.count + diff.count,
    },
    interactions,
    entries: clean.value,
    judgment: cleanJudgment.value,
    run: run.value,
    diff: diff.value,
  };
}
