import { judgeTrial, unprovableReason } from '@assay/harness';
import { type OrganizationId, REFERENCE_AGENTS, type Task } from '@assay/schema';
import type { TaskProof } from '@assay/schema/api';
import type { Store } from '../store/store.ts';

/** The proof status of a task, from its proof runs so far. */
export async function findProof(
  store: Pick<Store, 'runs'>,
  { organization_id, task }: { organization_id: OrganizationId; task: Task },
): Promise<TaskProof> {
  const { task_id, scenario } = task;
  const runs = await store.runs.listProof(organization_id, { task_id, agents: REFERENCE_AGENTS.map(({ id }) => id) });
  const yardsticks = REFERENCE_AGENTS.map(({ id, type }) => {
    const {
      run_id = null,
      status = null,
      run = null,
      grade = null,
    } = runs.find(({ agent_id }) => agent_id === id) ?? {};
    const trial = run === null || grade === null ? null : judgeTrial({ id, type }, { run, grade });
    return { agent: id, run_id, status, trial };
  });
  const obstacle = unprovableReason(scenario);
  const reason = obstacle ?? yardsticks.find(({ trial }) => trial?.holds === false)?.trial?.remark ?? null;
  const isOpen = obstacle === null && yardsticks.some(({ trial }) => trial === null);
  return { task_id, proven: isOpen ? null : reason === null, reason, yardsticks };
}
