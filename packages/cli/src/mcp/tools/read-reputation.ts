import { readLocalReputation } from '@assay/proxy';
import { AgentId, AssayError, parse } from '@assay/schema';
import { findOnServer } from '../find-on-server.ts';
import type { McpTool } from '../tool.ts';

/** The standing of an agent: as the server knows it, or else from what the proxies on this machine have kept. */
export const readReputation: McpTool = {
  name: 'read_reputation',
  title: 'Read a reputation',
  description:
    'The reputation of an agent, 0 to 1000, over its last 500 evaluations: from the Assay server, or without one from what the proxies on this machine have kept.',
  input: {
    agent_id: {
      type: 'string',
      description: 'The name of the agent, exactly as its evaluations have it.',
      required: true,
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(input, { signal }) {
    const agent_id = parse(AgentId, input['agent_id']);
    const known = await findOnServer(`/v1/reputation/${encodeURIComponent(agent_id)}`, signal);
    if (known !== undefined) return { from: 'server', ...known };
    const local = await readLocalReputation(agent_id);
    if (local === undefined)
      throw new AssayError(
        'not_found',
        `expected an agent with evaluations in the logs here, found none called ${agent_id}`,
      );
    return { from: 'local_logs', agent_id, ...local };
  },
};
