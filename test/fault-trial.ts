import { getJson, type KillOptions, type LoadResult, listAll, sendWhileKilling } from './send-while-killing.ts';

interface ReadReputation {
  readonly score: number;
  readonly eval_count: number;
}

interface FoundEvaluation {
  readonly evaluation_id: string;
  readonly seq: number;
  readonly agent_id: string;
}

export interface FaultTrial extends Omit<LoadResult<unknown>, 'acknowledged'> {
  /** Ids of acknowledged evaluations, by idempotency key. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Evaluations stored at the end. */
  readonly found: readonly FoundEvaluation[];
  /** Reputations by agent. */
  readonly reputations: ReadonlyMap<string, ReadReputation>;
}

const AGENTS = ['a', 'b', 'c', 'd'];

/** Sends evaluations while processes are killed. */
export const tryFaults = (options: KillOptions): Promise<FaultTrial> =>
  sendWhileKilling<{ evaluation_id: string }, FaultTrial>(
    options,
    async () => ({
      path: '/v1/evaluate',
      status: 200,
      body: (name, index) => ({
        agent_id: AGENTS[index % AGENTS.length],
        output: name,
        passed: index % 5 !== 0,
        latency_ms: 10,
      }),
    }),
    async (fire, target) => {
      const found: FoundEvaluation[] = [];
      const reputations = new Map<string, ReadReputation>();
      for (const agent of AGENTS) {
        found.push(...(await listAll<FoundEvaluation>(target, `/v1/evaluations?agent_id=${agent}`)));
        reputations.set(agent, await getJson(target, `/v1/reputation/${agent}`));
      }
      const acknowledged = new Map([...fire.acknowledged].map(([name, { evaluation_id }]) => [name, evaluation_id]));
      return { ...fire, acknowledged, found, reputations };
    },
  );
