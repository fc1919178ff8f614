import type { Change as ReadChange } from '@assay/detect';
import type {
  AgentSpec,
  AllowedTestChange,
  AxisWeights,
  ChangeRecord,
  ChosenBaseline,
  CornerEvidence,
  ModelPrices,
  RunId,
} from '@assay/schema';
import type { Agent } from '../../contracts/agent.ts';
import type { Host } from '../../contracts/host.ts';
import type { Sandbox } from '../../contracts/sandbox.ts';
import type { OpenedJudge } from '../../judge/open-judge.ts';
import type { ConfigurationOverlay } from '../../machine/workspace/overlay.ts';
import type { CustomScorers } from '../../scenarios/open-scorers.ts';
import type { BaselineRequest } from '../folders/baseline.ts';
import type { RunFolders } from '../folders/run-folders.ts';
import type { PreparedTask } from './prepare-task.ts';

/** One cell of a plan: an agent, a task and a repeat. */
export interface RunRequest {
  readonly prepared: PreparedTask;
  readonly agent: Agent;
  readonly spec: AgentSpec;
  readonly repeat: number;
  readonly label: string | null;
  /** A configuration that replaces that of the workspace; null for none. */
  readonly overlay: ConfigurationOverlay | null;
  /** The invocation it belongs to, for resuming. */
  readonly invocation: string | null;
  /** A predefined ID; otherwise every try gets its own. */
  readonly run_id?: RunId;
}

/** What all runs of an invocation share. */
export interface RunContext {
  readonly host: Host;
  readonly folders: RunFolders;
  readonly sandbox: Sandbox;
  /** The containers of a task that has its own. */
  readonly containers?: { current(): string };
  /** More folders that are readable inside. */
  readonly readable: readonly string[];
  readonly harness_version: string;
  /** Formula versions and dimension weights other than the defaults. */
  readonly formulas: Readonly<Record<string, string>>;
  readonly weights: AxisWeights | undefined;
  /** Scorecard weights of a workspace, if it has its own. */
  readonly scorecard_weights?: Readonly<Record<string, number>> | null;
  readonly judge: OpenedJudge;
  /** The scorers of the configuration. */
  readonly custom?: CustomScorers;
  /** Prices that override the built-in table. */
  readonly prices: ModelPrices;
  /** The median time of the last completed runs; called when a run has ended. */
  readonly findBaseline: (request: BaselineRequest) => Promise<ChosenBaseline | null>;
  /** Decides about a graded change by running its tests on both sides; without it, changes are only read. */
  readonly judgeChange?: JudgeChange;
  readonly onProgress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}

/** A change whose tests passed when it was graded. */
export interface GradedChange
  extends Pick<
    ReadChange,
    'git_dir' | 'baseline_tree' | 'final_tree' | 'base' | 'head' | 'files' | 'unread' | 'readUnchanged'
  > {
  readonly command: string;
  /** What the command did when the change was graded. */
  readonly NN: CornerEvidence;
  /** What it did before the agent started, if that was measured. */
  readonly OO: CornerEvidence | undefined;
  readonly allowed: readonly AllowedTestChange[];
  /** Runs the command on the files of a git tree. */
  run(tree: string): Promise<CornerEvidence>;
}

export type JudgeChange = (change: GradedChange) => Promise<ChangeRecord>;

export interface Spent {
  readonly tokens: number;
  readonly cost_usd_micros: number | null;
}

export type RunProgress =
  | { readonly kind: 'step'; readonly step: string }
  | { readonly kind: 'spent'; readonly spent: Spent }
  | { readonly kind: 'retry'; readonly reason: string };

/** One try of a request. */
export interface Attempt extends RunRequest {
  readonly run_id: RunId;
  readonly tries: number;
  /** The folder that becomes the run folder. */
  readonly incoming: string;
}
