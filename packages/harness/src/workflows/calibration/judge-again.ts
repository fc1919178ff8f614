import { AssayError, type JudgeCall, type Judgment } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import type { Judge } from '../../judge/judge.ts';
import { readGradedFolder } from '../../run/folders/graded-folder.ts';
import type { RunFolder } from '../../run/folders/read-run-folder.ts';
import { buildJudgeSubject } from '../../run/grade/grade-run-folder.ts';

export interface JudgeAgainOptions {
  readonly host: Host;
  readonly signal: AbortSignal;
}

/** A judge's opinion of a run as first graded. Writes nothing to its folder. */
export async function judgeAgain(
  folder: string,
  judge: Judge,
  options: JudgeAgainOptions,
): Promise<{ readonly run: RunFolder; readonly judgment: Judgment; readonly calls: readonly JudgeCall[] }> {
  const { run, grades } = await readGradedFolder(folder);
  const subject = buildJudgeSubject(run, grades[0].results);
  const { judgeRun } = await import('../../judge/judge-run.ts');
  // labels say nothing about single interactions
  const { judgment, calls } = await judgeRun({ ...judge, interactions: 'rules' }, subject, options);
  if (judgment === null) throw new AssayError('internal', `${judge.name} was not asked about ${folder}`);
  return { run, judgment, calls };
}
