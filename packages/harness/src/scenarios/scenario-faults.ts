import { type Fault, listFaults, Scenario } from '@assay/schema';
import { checkContent } from './check-scenario.ts';

/** All errors of a scenario, except for missing files, which need its folder. */
export function listScenarioFaults(value: unknown): Fault[] {
  const faults = listFaults(Scenario, value);
  checkContent(value, (path, fault) => faults.push({ path, ...fault }));
  return faults;
}
