import { listScenarioErrors } from '@assay/harness';
import { AssayError, formatPath, type Scenario } from '@assay/schema';

/** Rejects a scenario that has the right shape but is inconsistent, such as weights with a wrong sum. */
export function requireValidScenario(scenario: Scenario): void {
  const [fault, ...others] = listScenarioErrors(scenario);
  if (fault === undefined) return;
  const path = formatPath(['scenario', ...fault.path]);
  const more = others.length === 0 ? '' : `; and ${others.length} more`;
  throw new AssayError('invalid_input', `${path}: expected ${fault.expected}, found ${fault.found}${more}`, { path });
}
