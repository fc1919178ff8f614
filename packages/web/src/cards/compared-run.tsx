import type { Gates, RunResult } from '@assay/schema';
import type { ComparisonView } from '../comparison.ts';
import { formatDuration, formatScore, formatUnitScore, formatUsd } from '../format.ts';
import { formatPlace } from '../place.ts';
import { toneOfOutcome, toneOfTier, toneOfVerdict } from '../tone.ts';
import { visibleLine } from '../visible.ts';

/** One run of one side in a few words, which lead to its page. */
export function ComparedRun({ run_id, view }: { run_id: string; view: ComparisonView }) {
  const place = view.places.get(run_id);
  const run = place === undefined ? undefined : view.runs[place]?.run;
  if (place === undefined || run === undefined)
    return (
      <li className="compared-run">
        <code>{visibleLine(run_id)}</code> <span className="note">is not in this report</span>
      </li>
    );
  return (
    <li className="compared-run">
      <a href={formatPlace({ run: place })}>run {run.repeat}</a>
      <span className="pill" data-tone={toneOfOutcome(run)}>
        {run.outcome}
      </span>
      <span className="run-score" data-tone={toneOfTier(run.scorecard?.tier ?? 'Unranked')}>
        <b>{formatScore(run.scorecard?.score ?? null)}</b> {run.scorecard?.tier ?? 'not scored'}
      </span>
      <span className="number">{formatUnitScore(run.mean_score)} scorers</span>
      <GateMarks gates={run.gates} />
      <span className="note">{tellConsumption(run)}</span>
    </li>
  );
}

const GATES = ['run', 'scorers', 'judge'] as const;

function GateMarks({ gates }: { gates: Gates }) {
  return (
    <span className="gate-marks">
      {GATES.map((gate) => (
        <span key={gate} className="pill" data-tone={toneOfVerdict(gates[gate])}>
          {gate} {gates[gate] ?? 'none'}
        </span>
      ))}
    </span>
  );
}

const tellConsumption = ({ cost_usd, wall_ms }: RunResult): string =>
  `${cost_usd === null ? 'cost unknown' : formatUsd(cost_usd)}, ${formatDuration(wall_ms)}`;
