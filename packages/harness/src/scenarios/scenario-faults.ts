import { type Fault, listFaults, Scenario } from '@assay/schema';
import { checkContent } from './check-scenario.ts';

/** Everything that is wrong with a scenario but for the files it names, which only its folder tells. */
export function listScenarioFaults(value: unknown): Fault[] {
  const faults = listFaults(Scenario, value);
  checkContent(value, (path, fault) => faults.push({ path, ...fault }));
  return faults;
}
