import type { AgentStanding } from '@assay/schema';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDuration, formatPercent, formatScore, NO_NUMBER } from '../../../shared/format.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { ScrollableTable } from '../../parts/scrollable-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { useLineKeys } from '../../parts/use-line-keys.ts';
import { formatLifecycle, isRanked } from './lifecycle.ts';
import { ScoreLine } from './score-line.tsx';
import { formatSources } from './sources.ts';

/** One row per agent. Uncalibrated agents have no numbers. `j` and `k` move, Enter opens. */
export function Ladder({ agents }: { agents: readonly AgentStanding[] }) {
  useLineKeys();
  return (
    <ScrollableTable label="Agents">
      <table className="sheet ladder">
        <thead>
          <tr>
            <th scope="col" className="number">
              Rank
            </th>
            <th scope="col">Agent</th>
            <th scope="col" className="number">
              Score
            </th>
            <th scope="col" className="lesser">
              95 % interval
            </th>
            <th scope="col">Lifecycle</th>
            <th scope="col" className="number lesser">
              Passed
            </th>
            <th scope="col" className="number lesser">
              Streak
            </th>
            <th scope="col" className="number lesser">
              Latency
            </th>
            <th scope="col" className="lesser">
              Sources
            </th>
            <th scope="col" className="number lesser">
              Last evaluated
            </th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <Row key={agent.agent_id} agent={agent} />
          ))}
        </tbody>
      </table>
    </ScrollableTable>
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
        {ranked ? formatScore(score) : NO_NUMBER}
      </td>
      <td className="lesser ladder-line">
        {ranked ? (
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
