import type { Interaction } from '@assay/schema';

/** The context size at a bounded number of points along a run. */
export interface ContextSeries {
  readonly main: readonly number[];
  readonly sub_agents: readonly number[];
  readonly main_bytes: number;
  readonly sub_agent_bytes: number;
  /** Positions of errors, 0 to 1 along the run, at most one per point. */
  readonly errors: readonly number[];
}

const POINTS = 400;

export function contextSeries(interactions: readonly Interaction[]): ContextSeries {
  const every = Math.max(1, Math.ceil(interactions.length / POINTS));
  const main: number[] = [0];
  const sub_agents: number[] = [0];
  const errors = new Set<number>();
  let [main_bytes, sub_agent_bytes] = [0, 0];
  interactions.forEach(({ lane, context_bytes, is_error }, row) => {
    if (lane === undefined) main_bytes += context_bytes;
    else sub_agent_bytes += context_bytes;
    const point = Math.floor(row / every);
    main[point + 1] = main_bytes;
    sub_agents[point + 1] = sub_agent_bytes;
    if (is_error) errors.add(point);
  });
  const points = main.length - 1;
  return { main, sub_agents, main_bytes, sub_agent_bytes, errors: [...errors].map((point) => (point + 0.5) / points) };
}
