import type { AgentSpec, AxisWeights, ChosenBaseline, ModelPrices, RunId } from '@assay/schema';
import type { Agent } from '../../contracts/agent.ts';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import type { OpenedJudge } from '../../judge/open-judge.ts';
import type { ConfigurationOverlay } from '../../machine/workspace/overlay.ts';
import type { BaselineRequest } from '../folders/baseline.ts';
import type { RunFolders } from '../folders/run-folders.ts';
import type { PreparedTask } from './prepare-task.ts';

/** One cell of a plan: which agent on which task, for the how manieth time. */
export interface RunRequest {
  readonly prepared: PreparedTask;
  readonly agent: Agent;
  readonly spec: AgentSpec;
  readonly repeat: number;
  readonly label: string | null;
  /** What steers the agent in place of what the workspace brings; null for that alone. */
  readonly overlay: ConfigurationOverlay | null;
  /** The invocation it belongs to, so that an interrupted one can be taken up again. */
  readonly invocation: string | null;
  /** The id it was promised under; without one, every try gets its own. */
  readonly run_id?: RunId;
}

/** What every run of an invocation shares. */
export interface RunContext {
  readonly host: Host;
  readonly folders: RunFolders;
  readonly sandbox: Sandbox;
  /** Further folders that can be read from inside. */
  readonly readable: readonly string[];
  readonly harness_version: string;
  /** Versions of formulas and weights of dimensions other than the usual ones. */
  readonly formulas: Readonly<Record<string, string>>;
  readonly weights: AxisWeights | undefined;
  /** Of the axes of the scorecard, where a workspace has its own. */
  readonly scorecard_weights?: Readonly<Record<string, number>> | null;
  readonly judge: OpenedJudge;
  /** Of models, before those of the table. */
  readonly prices: ModelPrices;
  /** The median time of the last completed runs, asked for when a run has ended. */
  readonly findBaseline: (request: BaselineRequest) => Promise<ChosenBaseline | null>;
  readonly onProgress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}

export interface Spent {
  readonly tokens: number;
  readonly cost_usd: number | null;
}

export type RunProgress =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'spent'; readonly spent: Spent }
  | { readonly kind: 'retry'; readonly reason: string };

/** One try at a request. */
export interface Attempt extends RunRequest {
  readonly run_id: RunId;
  readonly tries: number;
  /** The folder that becomes the run's. */
  readonly incoming: string;
}
