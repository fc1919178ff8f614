import { listScenarioErrors } from '@assay/harness';
import { AssayError, formatPath, Scenario } from '@assay/schema';
import type { HandlerTypes, validateScenario } from '@assay/schema/api';

/** Rejects a scenario that has the right shape but is inconsistent, such as weights with a wrong sum. */
export function requireValidScenario(scenario: Scenario): void {
  const [fault, ...others] = listScenarioErrors(scenario);
  if (fault === undefined) return;
  const path = formatPath(['scenario', ...fault.path]);
  const more = others.length === 0 ? '' : `; and ${others.length} more`;
  throw new AssayError('invalid_input', `${path}: expected ${fault.expected}, found ${fault.found}${more}`, { path });
}

/** The errors of anything that may be a scenario, or the scenario with defaults. */
export function describeScenarioErrors(scenario: unknown): HandlerTypes<typeof validateScenario>['answer'] {
  const faults = listScenarioErrors(scenario).map(({ path, ...fault }) => ({ path: formatPath(path), ...fault }));
  return { faults, scenario: faults.length === 0 ? Scenario.parse(scenario) : null };
}
