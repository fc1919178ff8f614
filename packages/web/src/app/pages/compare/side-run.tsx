import type { getRun } from '@assay/schema/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDuration, formatScore, formatUsd, NO_NUMBER } from '../../../format.ts';
import { toneOfTier, toneOfVerdict } from '../../../tone.ts';
import { call, segment } from '../../client/call.ts';

/** One run of one side in a few words, which lead to its trace. */
export function SideRun({ run_id }: { run_id: string }) {
  const path = `/v1/runs/${segment(run_id)}`;
  const { data, error } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<typeof getRun>('GET', path, { signal }),
    // a run that counts is over
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <li className="side-run">
      <Link to="/runs/$run_id" params={{ run_id } as never} search={{ tab: 'trace' } as never}>
        <code>…{run_id.slice(-6)}</code>
        <span className="unseen"> {run_id}</span>
      </Link>
      {data === undefined ? (
        <span className="note">{error === null ? 'Loading…' : 'is not here any more'}</span>
      ) : (
        <>
          <span className="pill" data-tone={toneOfVerdict(data.overall)}>
            {data.overall ?? 'no answer'}
          </span>
          <span className="side-score" data-tone={toneOfTier(data.tier ?? 'Unranked')}>
            <b>{formatScore(data.score)}</b> {data.tier ?? 'not scored'}
          </span>
          <span className="note">
            {data.cost_usd_micros === null ? NO_NUMBER : formatUsd(data.cost_usd_micros / 1_000_000)},{' '}
            {data.wall_ms === null ? NO_NUMBER : formatDuration(data.wall_ms)}
          </span>
        </>
      )}
    </li>
  );
}
