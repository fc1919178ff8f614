import { pick } from '../pick.ts';
import { runAssay } from '../run-assay.ts';
import { RUN_FIELDS } from '../run-fields.ts';
import type { McpTool } from '../tool.ts';

/** Runs one scenario with `assay run`. */
export const runScenario: McpTool = {
  name: 'run_scenario',
  title: 'Run a scenario',
  description:
    'Runs an agent on a scenario of this project in a sandbox and grades the result. Takes minutes and costs what the model of the agent costs.',
  input: {
    scenario: { type: 'string', description: 'Name or file of the scenario.', required: true },
    agent: { type: 'string', description: 'Agent id from the configuration, or a type such as claude-code.' },
    repeat: { type: 'integer', description: 'Number of runs (default: 1).', minimum: 1, maximum: 20 },
    budget_usd: {
      type: 'integer',
      description: 'Start no more runs after spending this amount.',
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
