import { readLocalReputation } from '@assay/proxy';
import { AgentId, AssayError, parse } from '@assay/schema';
import { getReputation } from '@assay/schema/api';
import { findOnServer } from '../find-on-server.ts';
import type { McpTool } from '../tool.ts';

/** Reads a reputation from the server, otherwise from the proxy logs on this machine. */
export const readReputation: McpTool = {
  name: 'read_reputation',
  title: 'Read a reputation',
  description:
    'Reads the reputation of an agent, 0 to 1000, over its last 500 evaluations. Source: the Assay server, otherwise the proxy logs on this machine.',
  input: {
    agent_id: {
      type: 'string',
      description: 'The exact name of the agent in its evaluations.',
      required: true,
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(input, { signal }) {
    const agent_id = parse(AgentId, input['agent_id']);
    const known = await findOnServer({
      operation: 'getReputation',
      input: { agent_id },
      answer: getReputation.answer,
      signal,
    });
    if (known !== undefined) return { from: 'server', ...known };
    const local = await readLocalReputation(agent_id);
    if (local === undefined)
      throw new AssayError('not_found', `no evaluations of ${agent_id} in the proxy logs on this machine`);
    return { from: 'local_logs', agent_id, ...local };
  },
};
