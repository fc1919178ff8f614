import type { AgentSpec, Config, Scenario } from '@assay/schema';
import type { CustomScorers } from './open-scorers.ts';

/** A checked configuration with everything it names. */
export interface Project {
  readonly config: Config;
  /** With defaults applied and absolute paths. */
  readonly agents: readonly AgentSpec[];
  readonly scenarios: readonly LoadedScenario[];
  readonly config_file: string | null;
  /** The scorers of the configuration. */
  readonly custom: CustomScorers;
  /** Ignored or suspicious settings, one sentence each. */
  readonly notes: readonly string[];
}

export interface LoadedScenario {
  readonly scenario: Scenario;
  /** The source file. */
  readonly file: string;
  /** The base folder for relative paths. */
  readonly base: string;
  /** The name of the scenario, unique in a project. */
  readonly id: string;
  /** A display name, if the author gave one. */
  readonly title: string;
  /** IDs of configured agents allowed to run it; null for all. */
  readonly agents: readonly string[] | null;
  /** The digest of each scorer type from the configuration that it uses. */
  readonly custom_digests?: Readonly<Record<string, string>>;
}

/**
 * The variable with the scenario folder, for `setup` and `teardown`. The agent never sees the folder, which
 * may contain the oracle.
 */
export const SCENARIO_FOLDER_VARIABLE = 'ASSAY_SCENARIO_FOLDER';
