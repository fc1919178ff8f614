import { pick } from '../pick.ts';
import { runAssay } from '../run-assay.ts';
import { RUN_FIELDS } from '../run-fields.ts';
import type { McpTool } from '../tool.ts';

/** What `assay run` does with one scenario, in its sandbox. */
export const runScenario: McpTool = {
  name: 'run_scenario',
  title: 'Run a scenario',
  description:
    'Gives an agent the task of a scenario of this project, in a sandbox, and grades what it did. It takes minutes, and costs what the model of the agent costs.',
  input: {
    scenario: { type: 'string', description: 'The name of a scenario, or its file.', required: true },
    agent: { type: 'string', description: 'An agent by its id in the configuration, or a type such as claude-code.' },
    repeat: { type: 'integer', description: 'How many times (default 1).', minimum: 1, maximum: 20 },
    budget_usd: {
      type: 'integer',
      description: 'Start no further run once this much is spent.',
      minimum: 0,
      maximum: 1000,
    },
  },
  annotations: { readOnlyHint: false, openWorldHint: true },
  async call({ scenario, agent, repeat, budget_usd }, context) {
    const options = [
      ...(agent === undefined ? [] : [`--agent=${agent}`]),
      ...(repeat === undefined ? [] : [`--repeat=${repeat}`]),
      ...(budget_usd === undefined ? [] : [`--budget=${budget_usd}`]),
    ];
    const answer = (await runAssay(['run', '--json', ...options, '--', String(scenario)], context)) as {
      runs: object[];
      missing?: unknown;
    };
    return { runs: answer.runs.map((run) => pick(run, RUN_FIELDS)), missing: answer.missing ?? [] };
  },
};
