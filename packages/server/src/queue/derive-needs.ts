import { type Environment, isCustomScorer, Limits, type Scenario } from '@assay/schema';
import type { WorkerLabels } from '@assay/schema/api';
import type { RunNeeds } from '../store/tables/queue/run-requests.ts';

/** Limits that every worker can give. */
const USUAL = Limits.parse({});

/** What a run of a scenario needs; null if every worker with a sandbox has it. */
export function deriveNeeds(scenario: Scenario, labels: WorkerLabels): RunNeeds | null {
  const { limits } = scenario;
  const environments = listEnvironments(scenario);
  const needs: RunNeeds = {
    sandbox: scenario.environment === undefined,
    images: [...new Set(environments.flatMap((each) => ('image' in each ? [each.image] : [])))].sort(),
    builds: environments.some((each) => 'dockerfile' in each),
    cpus: limits.cpus > USUAL.cpus ? limits.cpus : 0,
    memory_mb: limits.memory_mb > USUAL.memory_mb ? limits.memory_mb : 0,
    labels,
  };
  const special = environments.length > 0 || needs.cpus > 0 || needs.memory_mb > 0 || Object.keys(labels).length > 0;
  return special ? needs : null;
}

/** The environments of a scenario and its verifiers. */
function listEnvironments({ environment, scorers }: Scenario): Environment[] {
  const verifiers = scorers.flatMap((spec) =>
    !isCustomScorer(spec) && spec.type === 'reward' ? (spec.environment ?? []) : [],
  );
  return [environment ?? [], verifiers].flat();
}
