import { useQuery } from '@tanstack/react-query';
import { ask } from '../client/api.ts';
import { useWorkspace } from '../session/use-workspace.ts';
import type { Searched } from './find-results.ts';

/** The largest page of a list. */
const limit = 200;

/** What the palette searches: the newest runs of the workspace, its scenarios and its agents. */
export function useSearched(): Searched {
  const workspace_id = useWorkspace()?.workspace_id;
  const runs = useQuery({ ...ask('listRuns', { workspace_id, limit }), enabled: workspace_id !== undefined });
  const scenarios = useQuery(ask('listScenarios', { limit }));
  const agents = useQuery(ask('listAgents', { order: 'name', limit }));
  return {
    runs: runs.data?.items ?? [],
    scenarios: (scenarios.data?.items ?? []).map(({ scenario_id, scenario }) => ({ scenario_id, name: scenario.name })),
    agents: (agents.data?.items ?? []).map(({ agent_id }) => agent_id),
  };
}
