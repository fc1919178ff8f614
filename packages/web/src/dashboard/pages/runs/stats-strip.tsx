import type { Answer } from '@assay/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { formatCents, formatCount, formatScore } from '../../../shared/format.ts';
import { RESULTS, resultTone } from '../../../shared/result.ts';
import type { Tone } from '../../../shared/tone.ts';
import { api } from '../../client/api.ts';
import { Sparkline } from './sparkline.tsx';

type Stats = Answer<'getRunStats'>;

const DAYS = 30;

/** Key figures of the last 30 days and a sparkline. Optional: shows nothing until loaded. */
export function StatsStrip({ workspace_id }: { workspace_id: string }) {
  const { data } = useQuery({
    queryKey: ['stats', workspace_id],
    queryFn: ({ signal }): Promise<Stats> => api.getRunStats({ workspace_id, days: DAYS }, { signal }),
  });
  if (data === undefined || data.runs + data.queued + data.running === 0) return null;
  return (
    <div className="stats">
      {listStats(data).map(({ name, value, tone }) => (
        <span className="stat" data-tone={tone} key={name}>
          <b>{value}</b> <span className="note">{name}</span>
        </span>
      ))}
      <Sparkline days={data.days} since={data.since} />
    </div>
  );
}

interface Stat {
  readonly name: string;
  readonly value: string;
  readonly tone?: Tone;
}

const listStats = ({ queued, running, runs, results, mean_score, cost_usd_micros }: Stats): Stat[] => [
  ...(queued + running === 0
    ? []
    : [{ name: 'queued, running', value: `${formatCount(queued)}, ${formatCount(running)}` }]),
  { name: `runs in ${DAYS} days`, value: formatCount(runs) },
  // the number of passed runs is shown even if it is 0
  ...RESULTS.filter((result) => result === 'passed' || results[result] > 0).map((result) => ({
    name: result,
    value: formatCount(results[result]),
    tone: results[result] === 0 ? ('muted' as const) : resultTone({ result, review: 0 }),
  })),
  ...(mean_score === null ? [] : [{ name: 'mean score of passed runs', value: formatScore(mean_score) }]),
  ...(cost_usd_micros === null ? [] : [{ name: 'spent', value: formatCents(cost_usd_micros / 1_000_000) }]),
];
