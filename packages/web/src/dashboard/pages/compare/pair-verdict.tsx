import '../../../shared/styles/comparison.css';
import type { ComparisonPreview } from '@assay/schema/api';
import { composeHeadline, formatSigned, listComparedTasks } from '@assay/scoring';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LossNotes } from '../../../shared/cards/comparison/loss-notes.tsx';
import { PowerNote } from '../../../shared/cards/comparison/power-note.tsx';
import { IntervalStrip } from '../../../shared/charts/interval-strip.tsx';
import { formatNoun } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { useIsShared } from '../../parts/sharing/shared.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useCanWrite } from '../../session/use-session.ts';
import { Loaded } from '../../states/loaded.tsx';

interface Props {
  readonly workspace_id: string;
  readonly picked: readonly string[];
  readonly preview: UseQueryResult<ComparisonPreview>;
  readonly swap: () => void;
}

/** The answer for two selected columns. Before, how to select them. */
export function PairVerdict({ workspace_id, picked, preview, swap }: Props) {
  const [first] = picked;
  if (picked.length < 2)
    return (
      <section className="banner pair-verdict" aria-label="Verdict">
        <h2>Which one is better?</h2>
        <p className="note">
          {first === undefined
            ? 'Select two columns below: the first is the baseline, the second the candidate.'
            : `${visibleLine(first)} is the baseline. Select a second column.`}
        </p>
      </section>
    );
  return (
    <Loaded query={preview} what="the verdict" lines={4}>
      {(comparison) => <Verdict comparison={comparison} workspace_id={workspace_id} swap={swap} />}
    </Loaded>
  );
}

interface VerdictProps extends Pick<Props, 'workspace_id' | 'swap'> {
  readonly comparison: ComparisonPreview;
}

function Verdict({ comparison, workspace_id, swap }: VerdictProps) {
  const { verdict, candidate, baseline } = comparison;
  const headline = composeHeadline(comparison);
  return (
    <section className="banner pair-verdict" data-tone={headline.tone} aria-label="Verdict">
      <div className="pair-answer">
        <h2 aria-live="polite">{visibleLine(headline.text)}</h2>
        <p>
          <bdi>{visibleLine(candidate.label)}</bdi> against <bdi>{visibleLine(baseline.label)}</bdi>
          {`: ${tellGain(verdict)}`}
        </p>
        <LossNotes comparison={comparison} />
        <IntervalStrip comparison={comparison} />
        <p className="note">{`${tellOutcomes(comparison)}. ${tellBasis(comparison)}`}</p>
        <Excluded comparison={comparison} />
        {useIsShared() ? null : <Actions comparison={comparison} workspace_id={workspace_id} swap={swap} />}
      </div>
      {headline.answer === "can't tell" ? <PowerNote comparison={comparison} /> : null}
    </section>
  );
}

function Actions({ comparison, workspace_id, swap }: VerdictProps) {
  const mayWrite = useCanWrite();
  return (
    <div className="form-end">
      <button type="button" onClick={swap}>
        Swap sides
      </button>
      {mayWrite ? <SaveButton comparison={comparison} workspace_id={workspace_id} /> : null}
    </div>
  );
}

function tellGain({ net_gain, interval }: ComparisonPreview['verdict']): string {
  const gain = `${formatSigned(net_gain)} of the composite`;
  if (interval === undefined) return gain;
  return `${gain}, 95 % between ${formatSigned(interval.low)} and ${formatSigned(interval.high)}`;
}

function tellOutcomes(comparison: ComparisonPreview): string {
  const outcomes = listComparedTasks(comparison).map(({ outcome }) => outcome);
  const count = (word: (typeof outcomes)[number]) => outcomes.filter((one) => one === word).length;
  return [
    `Better on ${formatNoun(count('better'), 'task')}`,
    `worse on ${count('worse')}`,
    `can't tell on ${count("can't tell")}`,
  ].join(', ');
}

function tellBasis({ tasks, partial }: ComparisonPreview): string {
  const runs = tasks.reduce((sum, task) => sum + task.baseline.run_ids.length + task.candidate.run_ids.length, 0);
  return `From ${partial ? 'the newest ' : ''}${formatNoun(runs, 'run')} on ${formatNoun(tasks.length, 'shared task')}.`;
}

function Excluded({ comparison: { excluded_scenarios } }: Pick<VerdictProps, 'comparison'>) {
  if (excluded_scenarios.length === 0) return null;
  return (
    <details>
      <summary>{formatNoun(excluded_scenarios.length, 'task')} not compared</summary>
      <ul>
        {excluded_scenarios.map(({ scenario, reason }) => (
          <li key={scenario}>
            <bdi>{visibleLine(scenario)}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

function SaveButton({ comparison, workspace_id }: Pick<VerdictProps, 'comparison' | 'workspace_id'>) {
  const navigate = useNavigate();
  const sideOf = (side: 'baseline' | 'candidate') => ({
    name: comparison[side].label,
    run_ids: [
      ...comparison.tasks.flatMap((task) => task[side].run_ids),
      ...comparison.left_out.flatMap((run) => (run.side === side ? [run.run_id] : [])),
    ],
  });
  const save = useAction({
    act: () =>
      api.createComparison({
        workspace_id,
        baseline: sideOf('baseline'),
        candidate: sideOf('candidate'),
      } as never),
    changes: ['listComparisons'],
    done: ({ comparison_id }) => void navigate({ to: '/compare/$comparison_id', params: { comparison_id } as never }),
  });
  return (
    <>
      <button type="button" className="primary" disabled={save.isPending} onClick={() => save.mutate(undefined)}>
        {save.isPending ? 'Saving…' : 'Save comparison'}
      </button>
      <ActionError error={save.error} />
    </>
  );
}
