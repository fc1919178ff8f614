import { AssayError, type JudgeCall, type Judgment } from '@assay/schema';
import type { Host } from '../../host.ts';
import { subjectOf } from '../../run/grade-run-folder.ts';
import { readGradedFolder } from '../../run/graded-folder.ts';
import type { RunFolder } from '../../run/read-run-folder.ts';
import type { Judge } from '../judge.ts';

export interface JudgeAgainOptions {
  readonly host: Host;
  readonly signal: AbortSignal;
}

/** What a judge says of a run as it was first graded; nothing is written to its folder. */
export async function judgeAgain(
  folder: string,
  judge: Judge,
  options: JudgeAgainOptions,
): Promise<{ readonly run: RunFolder; readonly judgment: Judgment; readonly calls: readonly JudgeCall[] }> {
  const { run, grades } = await readGradedFolder(folder);
  const subject = subjectOf(run, grades[0].results);
  const { judgeRun } = await import('../judge-run.ts');
  // people say nothing of single interactions
  const { judgment, calls } = await judgeRun({ ...judge, interactions: 'rules' }, subject, options);
  if (judgment === null) throw new AssayError('internal', `${judge.name} was asked nothing about ${folder}`);
  return { run, judgment, calls };
}
