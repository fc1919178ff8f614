import type { RunSummary } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCents, formatDuration, formatScore, NO_NUMBER } from '../../../shared/format.ts';
import { hasColor, scoreTone } from '../../../shared/result.ts';
import { tierTone } from '../../../shared/tone.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ask } from '../../client/api.ts';
import { RunWord } from '../runs/run-word.tsx';
import { readDecision } from '../runs/verdicts.ts';

/** One run of one side, linked to its trace. */
export function SideRun({ run_id }: { run_id: string }) {
  const { data, error } = useQuery({
    ...ask('getRun', { run_id }),
    // a compared run is finished and does not change
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <li className="side-run">
      <Link to="/runs/$run_id" params={{ run_id } as never} search={{ tab: 'trace' } as never}>
        <code>…{run_id.slice(-6)}</code>
        <span className="unseen"> {run_id}</span>
      </Link>
      {data === undefined ? (
        <span className="note">{error === null ? 'Loading…' : 'no longer available'}</span>
      ) : (
        <Told run={data} />
      )}
    </li>
  );
}

/** The result first, then the numbers. */
function Told({ run }: { run: RunSummary }) {
  const decided = readDecision(run);
  const tier = run.tier ?? 'Unranked';
  return (
    <>
      <span title={decided === null ? undefined : visibleLine(decided.result_reason.message)}>
        <RunWord run={run} short />
      </span>
      <span className="side-score" data-tone={scoreTone(tierTone(tier), hasColor(decided))}>
        <b>{formatScore(run.score)}</b> {tier}
      </span>
      <span className="note">
        {run.cost_usd_micros === null ? NO_NUMBER : formatCents(run.cost_usd_micros / 1_000_000)},{' '}
        {run.wall_ms === null ? NO_NUMBER : formatDuration(run.wall_ms)}
      </span>
    </>
  );
}
