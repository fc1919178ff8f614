import type { RunSummary } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { Said } from '../../../cards/said.tsx';
import { formatInstant } from '../../../format.ts';
import { visibleLine } from '../../../visible.ts';
import { standingOf } from '../runs/verdicts.ts';
import { RunDeeds } from './run-deeds.tsx';

/** What was asked of whom, where the run is, and what can be done to it. */
export function RunHead({ summary }: { summary: RunSummary }) {
  const { run_id, scenario, agent_id, label, created_at, problem } = summary;
  const { word, tone } = standingOf(summary);
  return (
    <header className="run-top">
      <title>{`${visibleLine(`${scenario} · ${agent_id}`)} · Assay`}</title>
      <p className="crumbs">
        <Link to="/runs">Runs</Link>
      </p>
      <div className="page-head">
        <h1>
          <Said text={scenario} />
        </h1>
        <span className="pill" data-tone={tone} data-live={summary.status === 'running' || undefined}>
          {word}
        </span>
        <RunDeeds summary={summary} />
      </div>
      <p className="run-marks note">
        <Link to="/runs" search={{ agent_id } as never}>
          <Said text={agent_id} />
        </Link>
        <Link to="/runs" search={{ scenario } as never}>
          all runs of this scenario
        </Link>
        {label === null ? null : (
          <Link to="/runs" search={{ label } as never}>
            label <Said text={label} />
          </Link>
        )}
        <span>{formatInstant(created_at)}</span>
        <code>{run_id}</code>
      </p>
      {problem === null ? null : (
        <p className="failure">
          <b>Abandoned.</b> <Said text={problem} />
        </p>
      )}
    </header>
  );
}
