import { listEvaluations } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const listEvaluationsHandler = handle(listEvaluations, async ({ query, caller, services: { store } }) => {
  const { agent_id, run_id, dry_run, limit } = query;
  const page = { limit, after: query.after ?? null };
  const { evaluations } = store;
  const list = () => {
    if (run_id !== undefined) return evaluations.listOfRun(caller.organization_id, { ...page, run_id });
    if (agent_id === undefined) return evaluations.list(caller.organization_id, page);
    const ofAgent = { ...page, agent_id };
    return dry_run === 'true'
      ? evaluations.listDryRuns(caller.organization_id, ofAgent)
      : evaluations.listOfAgent(caller.organization_id, ofAgent);
  };
  const { items, next } = await list();
  return { items: [...items], next };
});
