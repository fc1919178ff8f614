import type { AgentId, AgentStanding, Interval, PublicReputation, ReputationReading } from '@assay/schema';
import { computeReputation, EMPTY_WINDOW, showReputation } from '@assay/scoring';
import { type Agent, pickWindow } from '../store/tables/agents/agents.ts';

interface Described {
  readonly agent_id: AgentId;
  readonly agent: Agent | undefined;
  readonly now: number;
}

/** The reputation as the owner sees it: no score until calibrated. An agent without evaluations has that of the empty window. */
export function describeOwnerReputation({ agent_id, agent, now }: Described): ReputationReading {
  const last_evaluated_at = agent?.last_evaluated_at ?? null;
  return {
    agent_id,
    ...showReputation(computeReputation(agent === undefined ? EMPTY_WINDOW : pickWindow(agent))),
    seq: agent?.seq ?? 0,
    public: agent?.public ?? false,
    stale: isStale(last_evaluated_at, now),
    sources: agent?.sources ?? {},
    last_evaluated_at,
  };
}

/** The public reputation: no score until calibrated. */
export function describePublicReputation(described: Described): PublicReputation {
  const reading = describeOwnerReputation(described);
  const { agent_id, lifecycle, eval_count, score, interval, calibration } = reading;
  if (lifecycle === 'new' || lifecycle === 'calibrating')
    return { agent_id, score: null, calibration: calibration as string, lifecycle };
  const { window_size, streak, pass_rate, avg_latency_ms, stale, sources } = reading;
  const { formula, formula_version, public: shown } = reading;
  return {
    agent_id,
    public: shown,
    score: score as number,
    lifecycle,
    eval_count,
    window_size,
    streak,
    pass_rate,
    avg_latency_ms,
    interval: interval as Interval,
    stale,
    sources,
    formula,
    formula_version,
  };
}

/** An agent in a list of agents. */
export function describeListedAgent(agent: Agent, { rank, now }: { rank: number | null; now: number }): AgentStanding {
  const { lifecycle, pass_rate, avg_latency_ms, score, interval, calibration } = showReputation(
    computeReputation(pickWindow(agent)),
  );
  const { agent_id, eval_count, streak, sources, public: shown, created_at, last_evaluated_at } = agent;
  return {
    agent_id,
    rank,
    score,
    calibration,
    lifecycle,
    eval_count,
    streak,
    pass_rate,
    avg_latency_ms,
    interval,
    sources,
    public: shown,
    stale: isStale(last_evaluated_at, now),
    created_at,
    last_evaluated_at,
  };
}

const STALE_MS = 30 * 86_400_000;

/** Whether the last evaluation is too old for the score to be current. */
const isStale = (last_evaluated_at: string | null, now: number): boolean =>
  last_evaluated_at !== null && now - Date.parse(last_evaluated_at) > STALE_MS;
