import type { Environment } from './environment.ts';
import { isCustomScorer } from './is-custom-scorer.ts';
import { oraclePath, type Scenario } from './scenario.ts';

/** A path in a scenario, with the field that has it. */
export interface ScenarioPath {
  readonly field: string;
  readonly path: string;
  /** Whether it must be a folder. */
  readonly folder: boolean;
}

/** All paths that a scenario names. */
export function listScenarioPaths(scenario: Scenario): ScenarioPath[] {
  const { workspace_seed: seed, skills, artifacts, hidden, environment, dependencies, scorers } = scenario;
  const oracle = oraclePath(scenario);
  return [
    ...(typeof seed !== 'string' && 'copy' in seed ? [folder('workspace_seed.copy', seed.copy)] : []),
    ...(typeof seed !== 'string' && 'archive' in seed ? [file('workspace_seed.archive', seed.archive)] : []),
    ...(oracle === undefined ? [] : [file('oracle', oracle)]),
    ...(dependencies === undefined ? [] : [file('dependencies', dependencies)]),
    ...(hidden === undefined ? [] : [folder('hidden.files', hidden.files)]),
    ...skills.map((path, index) => file(`skills[${index}]`, path)),
    ...artifacts.map((path, index) => file(`artifacts[${index}]`, path)),
    ...listImagePaths('environment', environment),
    ...scorers.flatMap((spec, index) => {
      if (isCustomScorer(spec) || spec.type !== 'reward') return [];
      const field = `scorers[${index}]`;
      const files = spec.files === undefined ? [] : [folder(`${field}.files`, spec.files)];
      return [...files, ...listImagePaths(`${field}.environment`, spec.environment)];
    }),
  ];
}

function listImagePaths(field: string, environment: Environment | undefined): ScenarioPath[] {
  if (environment === undefined || 'image' in environment) return [];
  const { dockerfile, context = `${dockerfile}/..` } = environment;
  return [file(`${field}.dockerfile`, dockerfile), folder(`${field}.context`, context)];
}

const file = (field: string, path: string): ScenarioPath => ({ field, path, folder: false });
const folder = (field: string, path: string): ScenarioPath => ({ field, path, folder: true });
