import { hash } from 'node:crypto';
import type { ConfigurationOverlay } from '../../machine/workspace/overlay.ts';
import { mayRun } from '../../run/open-suite.ts';
import type { ChosenAgent } from '../../run/plan/choose-agents.ts';
import type { PreparedTask } from '../../run/plan/prepare-task.ts';
import type { Cell } from '../../run/schedule/run-plan.ts';

/** One side of a comparison to run. */
export interface RunSide {
  /** The label of its runs. */
  readonly label: string;
  readonly agents: readonly ChosenAgent[];
  readonly overlay: ConfigurationOverlay | null;
}

/** A cell of one side. */
export interface SideCell extends Cell {
  readonly side: number;
}

export interface Order {
  readonly rounds: readonly number[];
  readonly seed: string;
}

/**
 * The cells of all sides, round by round. Each round has the tasks in random order, and for each task the
 * sides directly after one another in random order, so that drift affects all sides alike. The same seed
 * gives the same order. A task that one side may not run is run by none.
 */
export function orderCells(
  tasks: readonly PreparedTask[],
  sides: readonly RunSide[],
  { rounds, seed }: Order,
): SideCell[] {
  const places = tasks.flatMap((prepared) =>
    Array.from({ length: Math.max(...sides.map(({ agents }) => agents.length)) }, (_, agent) => ({ prepared, agent })),
  );
  const shared = places.filter(({ prepared, agent }) =>
    sides.every(({ agents }) => agents[agent] !== undefined && mayRun(agents[agent], prepared)),
  );
  return rounds.flatMap((round) =>
    shuffle(shared, (place) => `${seed} ${round} ${nameOf(place)}`).flatMap((place) =>
      shuffle([...sides.keys()], (side) => `${seed} ${round} ${nameOf(place)} ${side}`).map((side): SideCell => {
        const { label, agents, overlay } = sides[side] as RunSide;
        const chosen = agents[place.agent] as ChosenAgent;
        return { prepared: place.prepared, ...chosen, repeat: round, overlay, label, side };
      }),
    ),
  );
}

const nameOf = ({ prepared, agent }: { prepared: PreparedTask; agent: number }): string =>
  JSON.stringify([prepared.task.scenario.name, agent]);

/** Shuffles items deterministically by the hash of their keys. */
export function shuffle<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, rank: hash('sha256', keyOf(item)) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}
