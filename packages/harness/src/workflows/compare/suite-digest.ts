import { canonicalDigest } from '../../scenarios/canonical-json.ts';

/** The suite of a false-alarm measurement. */
interface MeasuredSuite {
  readonly task_digests: Iterable<string>;
  readonly agents: Iterable<string>;
}

/** The digest of a suite: its tasks and agents, in any order. */
export const digestSuite = ({ task_digests, agents }: MeasuredSuite): string =>
  canonicalDigest({ tasks: [...new Set(task_digests)].sort(), agents: [...new Set(agents)].sort() });
