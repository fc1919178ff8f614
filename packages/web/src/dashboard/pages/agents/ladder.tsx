import type { AgentStanding } from '@assay/schema';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDuration, formatPercent, formatScore, NO_NUMBER } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { type Column, SortedTable } from '../../parts/sorting/sorted-table.tsx';
import type { Sorted } from '../../parts/sorting/use-sort.ts';
import type { Rest } from '../../parts/sorting/use-sorted-rows.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { formatLifecycle, isRanked } from './lifecycle.ts';
import { ScoreLine } from './score-line.tsx';
import { formatSources } from './sources.ts';

// an agent that is not ranked shows no numbers, so it is not sorted by them
const ifRanked =
  (read: (agent: AgentStanding) => number | null) =>
  (agent: AgentStanding): number | null =>
    isRanked(agent.lifecycle) ? read(agent) : null;

const COLUMNS: readonly Column<AgentStanding>[] = [
  { id: 'rank', title: 'Rank', read: ({ rank }) => rank, isNumber: true },
  { id: 'agent', title: 'Agent', read: ({ agent_id }) => agent_id },
  { id: 'score', title: 'Score', read: ifRanked(({ score }) => score), first: 'desc', isNumber: true },
  { id: 'interval', title: '95 % interval', className: 'lesser' },
  { id: 'lifecycle', title: 'Lifecycle', read: ({ lifecycle }) => lifecycle },
  ...[
    { id: 'passed', title: 'Passed', read: ifRanked(({ pass_rate }) => pass_rate) },
    { id: 'streak', title: 'Streak', read: ifRanked(({ streak }) => streak) },
    { id: 'latency', title: 'Latency', read: ifRanked(({ avg_latency_ms }) => avg_latency_ms) },
  ].map((column) => ({ ...column, first: 'desc', isNumber: true, className: 'lesser' }) as const),
  { id: 'sources', title: 'Sources', className: 'lesser' },
  {
    id: 'evaluated',
    title: 'Last evaluated',
    read: ({ last_evaluated_at }) => last_evaluated_at,
    ...({ first: 'desc', isNumber: true, className: 'lesser' } as const),
  },
];

interface Props {
  readonly agents: readonly AgentStanding[];
  /** The order of the agents as they came. */
  readonly first: Sorted;
  readonly rest: Rest;
}

/** One row per agent. Uncalibrated agents have no numbers. `j` and `k` move, Enter opens. */
export function Ladder({ agents, first, rest }: Props) {
  useLineKeys();
  return (
    <SortedTable label="Agents" className="ladder" columns={COLUMNS} rows={agents} first={first} rest={rest}>
      {(agent) => <Row key={agent.agent_id} agent={agent} />}
    </SortedTable>
  );
}

function Row({ agent }: { agent: AgentStanding }) {
  const { agent_id, rank, score, interval, lifecycle, eval_count, pass_rate, avg_latency_ms } = agent;
  const ranked = isRanked(lifecycle);
  return (
    <tr>
      <td className="number rank">{rank === null ? NO_NUMBER : formatCount(rank)}</td>
      <th scope="row">
        <Link to="/agents/$agent_id" params={{ agent_id } as never} className="line-link">
          <bdi>{visibleLine(agent_id)}</bdi>
        </Link>{' '}
        {agent.public ? <span className="tag">public</span> : null}
      </th>
      <td className="number ladder-score" data-ranked={ranked || undefined}>
        {score === null ? NO_NUMBER : formatScore(score)}
      </td>
      <td className="lesser ladder-line">
        {score !== null && interval !== null ? (
          <>
            <ScoreLine score={score} interval={interval} />
            <span className="note">
              {formatScore(interval.low)}–{formatScore(interval.high)}
            </span>
          </>
        ) : (
          <span className="note">{NO_NUMBER}</span>
        )}
      </td>
      <td>
        <span className="pill">{formatLifecycle({ lifecycle, eval_count })}</span>{' '}
        {agent.stale ? <span className="note">stale</span> : null}
      </td>
      <td className="number lesser">{ranked && pass_rate !== null ? formatPercent(pass_rate) : NO_NUMBER}</td>
      <td className="number lesser">{ranked ? formatCount(agent.streak) : NO_NUMBER}</td>
      <td className="number lesser">
        {ranked && avg_latency_ms !== null ? formatDuration(avg_latency_ms) : NO_NUMBER}
      </td>
      <td className="lesser note">{formatSources(agent.sources)}</td>
      <td className="number lesser">
        <TimeAgo at={agent.last_evaluated_at} />
      </td>
    </tr>
  );
}
