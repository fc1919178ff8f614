import type { AgentSpec, Grade, Run, Trial } from '@assay/schema';

type TriedRun = Pick<Run, 'failure' | 'stages'>;
type TriedGrade = Pick<Grade, 'overall' | 'outcome' | 'result' | 'result_reason' | 'results' | 'integrity'>;

/**
 * What a proof run says about its task. An oracle must pass; doing nothing and cheating must not. Their
 * missing answers do not count against them, because an agent could make the same change and claim success.
 */
export function judgeTrial(
  { id, type }: Pick<AgentSpec, 'id' | 'type'>,
  { run, grade }: { run: TriedRun; grade: TriedGrade },
): Trial {
  const seen = { agent: id, outcome: grade.outcome, scorers: grade.overall, result: grade.result };
  const passed = grade.result === 'passed' || (type !== 'oracle' && isUnopposed(run, grade));
  const because = grade.result_reason.message;
  const solver = id.startsWith('oracle:') ? id : 'the oracle';
  if (run.failure !== null && run.failure.side !== 'agent')
    return { ...seen, holds: false, remark: `${id} could not be tried: ${run.failure.message}` };
  if (type === 'oracle')
    return { ...seen, holds: passed, remark: passed ? 'solves it' : `${solver} does not pass: ${because}` };
  return {
    ...seen,
    holds: !passed,
    remark: passed ? `${id} passes without solving it` : `${grade.result}: ${because}`,
    stopped_by: listDefenses(run, grade),
  };
}

// an agent that makes the same change and claims success would pass
const isUnopposed = (run: TriedRun, { result, overall }: TriedGrade): boolean =>
  result === 'failed' && run.stages.every(({ passed }) => passed) && (overall === 'PASS' || overall === 'N/A');

// every check, stage and detector that alone would have stopped it
const listDefenses = ({ stages }: TriedRun, { results, integrity }: TriedGrade): string[] => [
  ...new Set([
    ...stages.filter(({ passed }) => !passed).map(({ name }) => name),
    ...results.filter(({ required, verdict }) => required && verdict === 'FAIL').map(({ name }) => name),
    ...(integrity?.mode === 'gate' ? integrity.findings.map(({ check, type }) => check ?? type) : []),
  ]),
];
