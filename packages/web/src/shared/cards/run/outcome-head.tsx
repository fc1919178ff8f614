import type { RunFailure, RunResult } from '@assay/schema';
import { formatCount } from '../../format.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';
import { FailureNote } from './failure-note.tsx';
import { ResultReason } from './result-reason.tsx';
import { ResultWord } from './result-word.tsx';

interface Props {
  readonly run: RunResult;
  /** Opens the changed file that decided the result; absent if the report does not show it. */
  readonly openPath?: ((path: string, line?: number) => void) | undefined;
}

/** Result, reason, scenario, agent, outcome and key facts of a run. */
export function OutcomeHead({ run, openPath }: Props) {
  return (
    <>
      <header className="run-head">
        <div className="result-head">
          <ResultWord decided={run} />
          <h1>
            <UntrustedText text={`${run.scenario} · ${run.agent}`} />
          </h1>
        </div>
        <ResultReason decided={run} openPath={openPath} />
        <p>
          <span className="pill">{run.outcome}</span> <UntrustedText text={endOf(run)} />
        </p>
        <p className="note source">
          <UntrustedText text={marksOf(run).join(' · ')} />
        </p>
      </header>
      {run.failure === null ? null : <FailureNote failure={run.failure} />}
      <FactList facts={factsOf(run)} />
    </>
  );
}

// a failure has its own note
const endOf = ({ failure, end }: { failure: RunFailure | null; end: RunResult['end'] }): string =>
  failure === null ? end.reason : '';

const marksOf = ({ run_id, repeat, label, folder }: RunResult): string[] => [
  run_id,
  `repeat ${formatCount(repeat)}`,
  ...(label === null ? [] : [`label ${label}`]),
  folder,
];

function factsOf(run: RunResult): Fact[] {
  return [
    { name: 'Agent', value: run.agent_type, note: `version ${run.agent_version ?? 'unknown'}` },
    { name: 'Model', value: run.model ?? 'unknown', note: run.model === null ? 'not observed' : 'observed' },
    sandboxOf(run),
    proofOf(run),
    { name: 'Tries', value: formatCount(run.tries), note: explainTries(run.tries) },
    { name: 'Turns', value: formatCount(run.turns), note: 'of the conversation' },
  ];
}

function sandboxOf({ sandbox, isolated }: RunResult): Fact {
  const name = 'Sandbox';
  if (isolated) return { name, value: sandbox, note: 'isolated' };
  return { name, value: sandbox, note: 'not isolated: the agent could reach its machine', tone: 'warn' };
}

function proofOf({ proven, unproven_reason }: RunResult): Fact {
  const name = 'Task';
  if (proven) return { name, value: 'proven', note: 'oracle passes, cheats fail' };
  return { name, value: 'unproven', note: unproven_reason ?? 'no reason given', tone: 'warn' };
}

function explainTries(tries: number): string {
  if (tries === 1) return 'the first one counts';
  return 'the last one counts; the agent did not cause the others to fail';
}
