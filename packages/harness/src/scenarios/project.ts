import type { AgentSpec, Config, Scenario } from '@assay/schema';

/** A configuration with everything it names, checked. */
export interface Project {
  readonly config: Config;
  /** With defaults in place and their paths absolute. */
  readonly agents: readonly AgentSpec[];
  readonly scenarios: readonly LoadedScenario[];
  readonly config_file: string | null;
  /** What has no effect here or is likely not meant, one sentence each. */
  readonly notes: readonly string[];
}

export interface LoadedScenario {
  readonly scenario: Scenario;
  /** Where it was read from. */
  readonly file: string;
  /** The folder its relative paths start from. */
  readonly base: string;
  /** What it is asked for by: the name of the scenario, unique in a project. */
  readonly id: string;
  /** The same in words, where its author gave some. */
  readonly title: string;
  /** Ids of the configured agents it is meant for; null for all of them. */
  readonly agents: readonly string[] | null;
}

/**
 * Where `setup` and `teardown` find the folder their scenario's paths start from. The agent never sees it:
 * the oracle may be there.
 */
export const SCENARIO_FOLDER_VARIABLE = 'ASSAY_SCENARIO_FOLDER';
