import type { Gates, RunResult } from '@assay/schema';
import type { ComparisonView } from '../../comparison.ts';
import { formatCents, formatDuration, formatScore, formatUnitScore } from '../../format.ts';
import { formatPosition } from '../../report-position.ts';
import { answerTone, hasColor, scoreTone } from '../../result.ts';
import { tierTone, verdictTone } from '../../tone.ts';
import { visibleLine } from '../../visible.ts';
import { ResultWord } from '../run/result-word.tsx';

/** One run of one side, linked to its page. */
export function ComparedRun({ run_id, view }: { run_id: string; view: ComparisonView }) {
  const place = view.places.get(run_id);
  const run = place === undefined ? undefined : view.runs[place]?.run;
  if (place === undefined || run === undefined)
    return (
      <li className="compared-run">
        <code>{visibleLine(run_id)}</code> <span className="note">not in this report</span>
      </li>
    );
  const tier = run.scorecard?.tier ?? 'Unranked';
  const colored = hasColor(run);
  return (
    <li className="compared-run">
      <a href={formatPosition({ run: place })}>run {run.repeat}</a>
      <span title={visibleLine(run.result_reason.message)}>
        <ResultWord decided={run} short />
      </span>
      <span className="run-score" data-tone={scoreTone(tierTone(tier), colored)}>
        <b>{formatScore(run.scorecard?.score ?? null)}</b> {tier}
      </span>
      <span className="number">{formatUnitScore(run.mean_score)} scorers</span>
      <GateMarks gates={run.gates} colored={colored} />
      <span className="note">{tellConsumption(run)}</span>
    </li>
  );
}

const GATES = ['run', 'scorers', 'judge'] as const;

function GateMarks({ gates, colored }: { gates: Gates; colored: boolean }) {
  return (
    <span className="gate-marks">
      {GATES.map((gate) => (
        <span key={gate} className="pill" data-tone={answerTone(verdictTone(gates[gate]), colored)}>
          {gate} {gates[gate] ?? 'none'}
        </span>
      ))}
    </span>
  );
}

const tellConsumption = ({ cost_usd, wall_ms }: RunResult): string =>
  `${cost_usd === null ? 'cost unknown' : formatCents(cost_usd)}, ${formatDuration(wall_ms)}`;
