import { listValidationIssues, Scenario, type ValidationIssue } from '@assay/schema';
import { checkContent } from './check-scenario.ts';

/** All errors of a scenario, except for missing files, which need its folder. */
export function listScenarioErrors(value: unknown): ValidationIssue[] {
  const faults = listValidationIssues(Scenario, value);
  checkContent(value, (path, fault) => faults.push({ path, ...fault }));
  return faults;
}
