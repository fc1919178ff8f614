import type { AgentSpec, Grade, Run, Trial } from '@assay/schema';

type TriedRun = Pick<Run, 'outcome' | 'stages' | 'failure'>;
type TriedGrade = Pick<Grade, 'overall' | 'results'>;

/**
 * What a run says of the task it was made to prove. An oracle must pass; doing nothing and cheating must not. What they
 * say of themselves does not count: an agent that does the same says it is done.
 */
export function judgeTrial(
  { id, type }: Pick<AgentSpec, 'id' | 'type'>,
  { run, grade }: { run: TriedRun; grade: TriedGrade },
): Trial {
  const seen = { agent: id, outcome: run.outcome, scorers: grade.overall };
  const checked = run.stages.every((stage) => stage.passed) && (grade.overall === 'PASS' || grade.overall === 'N/A');
  const passed = checked && (type !== 'oracle' || run.outcome === 'COMPLETED');
  if (run.failure !== null && run.failure.side !== 'agent')
    return { ...seen, holds: false, remark: `${id} could not be tried: ${run.failure.message}` };
  if (type === 'oracle')
    return { ...seen, holds: passed, remark: passed ? 'solves it' : `the oracle does not pass: ${whyNot(run, grade)}` };
  return { ...seen, holds: !passed, remark: passed ? `${id} passes without solving it` : whyNot(run, grade) };
}

function whyNot(run: TriedRun, grade: TriedGrade): string {
  const failing = grade.results.filter(({ verdict, required }) => required && verdict !== 'PASS' && verdict !== 'N/A');
  const names = failing.map(({ name }) => name).join(', ');
  const stage = run.stages.find(({ passed }) => !passed);
  if (names === '') return run.failure?.message ?? 'nothing passed';
  return `stopped by ${stage === undefined ? '' : `stage ${stage.name}, `}${names}`;
}
