import { type EvaluationSource, REPUTATION_WINDOW, type SourceCounts } from '@assay/schema';
import { appendEvaluation, reputationState } from '@assay/scoring';
import { type Agent, pickWindow } from '../tables/agents/agents.ts';

/** The fields of an evaluation that its window uses. */
export interface WindowEntry {
  readonly seq: number;
  readonly passed: boolean;
  readonly latency_ms: number | null;
  readonly latency_ref_ms: number | null;
  readonly source: EvaluationSource;
}

/** An evaluation to add. One that errored gets a sequence number but does not enter the window. */
type Addition = Omit<WindowEntry, 'seq' | 'passed'> & { readonly passed: boolean | null };

/** The columns of an agent that an evaluation changes. */
export type AgentState = Pick<
  Agent,
  'seq' | 'window_start_seq' | 'eval_count' | 'n' | 'passes' | 'streak' | 'latencies' | 'sources'
>;

/** Adds evaluations to an agent one by one, without reading the rest of its window. */
export interface ReputationTracker {
  readonly standing: AgentState;
  /** Not for output: it has a score below 50 evaluations too. */
  readonly reputation: ReturnType<typeof reputationState>;
  add(addition: Addition): void;
}

/** Starts from the stored state. `evicted` are the oldest of the window, at least as many as will leave it. */
export function createReputationTracker(agent: AgentState, evicted: readonly WindowEntry[]): ReputationTracker {
  let standing = agent;
  // computed lazily: it costs more than everything else
  let known: ReputationTracker['reputation'] | undefined;
  // oldest first: those read from the log, then those added here
  const leaving = [...evicted];
  return {
    get standing() {
      return standing;
    },
    get reputation() {
      known ??= reputationState(pickWindow(standing));
      return known;
    },
    add({ passed, ...addition }) {
      const seq = standing.seq + 1;
      if (passed === null) {
        standing = { ...standing, seq };
        return;
      }
      const entry = { ...addition, passed, seq };
      leaving.push(entry);
      const left = standing.n === REPUTATION_WINDOW ? (leaving.shift() as WindowEntry) : null;
      known = undefined;
      standing = {
        ...appendEvaluation(pickWindow(standing), entry, left),
        seq,
        window_start_seq: left === null ? standing.window_start_seq : left.seq + 1,
        sources: move(standing.sources, { to: entry.source, from: left?.source }),
      };
    },
  };
}

function move(counts: SourceCounts, { to, from }: { to: EvaluationSource; from: EvaluationSource | undefined }) {
  const moved = { ...counts, [to]: (counts[to] ?? 0) + 1 };
  if (from === undefined) return moved;
  const { [from]: count = 0, ...others } = moved;
  return count > 1 ? { ...others, [from]: count - 1 } : others;
}
