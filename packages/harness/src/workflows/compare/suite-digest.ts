import { digestOf } from '../../scenarios/canonical-json.ts';

/** What false-alarm rates are measured of. */
interface MeasuredSuite {
  readonly task_digests: Iterable<string>;
  readonly agents: Iterable<string>;
}

/** Names a suite by its tasks and the agents that do them, in whatever order. */
export const digestSuite = ({ task_digests, agents }: MeasuredSuite): string =>
  digestOf({ tasks: [...new Set(task_digests)].sort(), agents: [...new Set(agents)].sort() });
