import type { GradedTranscript, ReportedRun } from '@assay/schema';
import { gradeTranscript, judgeHeuristically, redact } from '@assay/scoring';
import { readTranscript } from './read-transcript.ts';

export interface GradeFileOptions {
  /** Leave secrets in. */
  readonly reveal?: boolean;
  /** Also what a report shows: entries and the judge's notes. */
  readonly withDetails?: boolean;
}

/** A graded file, with the details only where they were asked for. */
export interface GradedFile {
  readonly grade: GradedTranscript;
  readonly details?: Omit<ReportedRun, 'grade'>;
}

/** Reads, judges offline and grades one transcript. What comes back holds no secrets, and says how many there were. */
export async function gradeFile(
  path: string,
  { reveal = false, withDetails = false }: GradeFileOptions = {},
): Promise<GradedFile> {
  const { entries, ...summary } = await readTranscript(path);
  const judgment = judgeHeuristically({ entries, interactions: summary.interactions });
  const graded = gradeTranscript(path, summary, judgment);
  const clean = <T>(value: T) => (reveal ? { value, count: 0 } : redact(value));
  // the entries are where secrets are; the grade quotes little of them
  const [cleanEntries, cleanJudgment, cleanGrade] = [clean(entries), clean(judgment), clean(graded)];
  const grade = { ...cleanGrade.value, redactions: cleanEntries.count };
  if (!withDetails) return { grade };
  return {
    grade,
    details: { interactions: summary.interactions, entries: cleanEntries.value, judgment: cleanJudgment.value },
  };
}
