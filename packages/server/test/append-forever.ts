// a separate process that appends until killed and prints the id of each acknowledged evaluation

import type { OrganizationId } from '@assay/schema';
import { openStore } from '../src/store/store.ts';
import { buildEvaluation } from './evaluations.ts';

const [url = '', organization_id = '', ...agents] = process.argv.slice(2);
const store = await openStore({ url, connections: 4 });
const appendForever = async (agent_id: string): Promise<never> => {
  for (;;) {
    const request = buildEvaluation({ agent_id, passed: Math.random() < 0.8, latency_ms: 10 });
    const { evaluation } = await store.evaluate(organization_id as OrganizationId, request);
    process.stdout.write(`${evaluation.evaluation_id}\n`);
  }
};
await Promise.all(Array.from({ length: 16 }, (_, index) => appendForever(agents[index % agents.length] as string)));
