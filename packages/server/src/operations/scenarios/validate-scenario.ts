import { listScenarioErrors } from '@assay/harness';
import { formatPath, Scenario } from '@assay/schema';
import { validateScenario } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const validateScenarioHandler = handle(validateScenario, async ({ body: { scenario } }) => {
  const faults = listScenarioErrors(scenario).map(({ path, ...fault }) => ({ path: formatPath(path), ...fault }));
  return { faults, scenario: faults.length === 0 ? Scenario.parse(scenario) : null };
});
