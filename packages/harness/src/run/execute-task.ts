import {
  type AgentSpec,
  AssayError,
  isCustomScorer,
  type JudgeSpec,
  type ModelPrices,
  type RunId,
  type Task,
} from '@assay/schema';
import type { Host } from '../contracts/host.ts';
import type { Sandbox } from '../contracts/sandbox.ts';
import { openJudge } from '../judge/open-judge.ts';
import { requireJudge } from '../judge/require-judge.ts';
import { openRunFolders } from './folders/run-folders.ts';
import { chooseAgents } from './plan/choose-agents.ts';
import type { ImagePolicy } from './plan/prepare-environment.ts';
import { prepareTask } from './plan/prepare-task.ts';
import type { JudgeChange, RunContext, RunProgress } from './plan/run-request.ts';
import { PROOF_JUDGE, provesTask } from './prove/proof-run.ts';
import { runTask } from './schedule/run-task.ts';

export interface ExecuteTaskOptions {
  /** As frozen, possibly on another machine. */
  readonly task: Task;
  /** The base folder for paths in the task. */
  readonly base: string;
  readonly agent: AgentSpec;
  readonly run_id: RunId;
  readonly repeat: number;
  readonly label: string | null;
  /** The run's folder is created in `runs` of this folder. */
  readonly root: string;
  /** Choose both with care: the author of the task may be untrusted. */
  readonly sandbox: Sandbox;
  readonly images: ImagePolicy;
  /** For runs that are not proofs. */
  readonly judge: JudgeSpec;
  /** Prices that override the built-in table. */
  readonly prices: ModelPrices;
  readonly host: Host;
  readonly harness_version: string;
  /** Scorecard weights of the workspace, if it has its own. */
  readonly scorecard_weights: Readonly<Record<string, number>> | null;
  readonly findBaseline: RunContext['findBaseline'];
  readonly judgeChange?: JudgeChange;
  readonly onProgress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}

/** Runs a frozen task under a given ID. Returns the run folder with its grade. */
export async function executeTask(options: ExecuteTaskOptions): Promise<string> {
  const { task, base, agent: spec, root, host, signal, run_id, repeat, label, prices } = options;
  const [chosen] = chooseAgents([spec.id], [spec]);
  if (chosen === undefined) throw new AssayError('internal', `No agent named ${spec.id}`);
  const { name, scorers } = task.scenario;
  const own = scorers.find(isCustomScorer);
  if (own !== undefined)
    throw new AssayError(
      'invalid_input',
      `The scorer ${JSON.stringify(own.name)} is of the type ${own.type}, which is in a configuration file and not on the server. Use \`assay run\` next to that file.`,
    );
  await using prepared = await prepareTask(
    { scenario: task.scenario, file: base, base, id: name, title: name, agents: null },
    { host, images: options.images, signal },
  );
  if (prepared.task.task_digest !== task.task_digest)
    throw new AssayError(
      'conflict',
      `Expected the files of ${task.task_id} to give the digest ${task.task_digest}, found ${prepared.task.task_digest}: ` +
        'the files have changed. Freeze the scenario again.',
    );
  const judge = provesTask({ label, agent: spec })
    ? PROOF_JUDGE
    : await openJudge(options.judge, { host, root, base, prices });
  await requireJudge(judge);
  const { folder } = await runTask(
    {
      prepared: { ...prepared, task },
      ...chosen,
      run_id,
      repeat,
      label,
      overlay: null,
      invocation: null,
    },
    {
      host,
      folders: await openRunFolders(root),
      sandbox: options.sandbox,
      readable: [],
      harness_version: options.harness_version,
      formulas: {},
      weights: undefined,
      scorecard_weights: options.scorecard_weights,
      judge,
      prices,
      findBaseline: options.findBaseline,
      ...(options.judgeChange && { judgeChange: options.judgeChange }),
      onProgress: options.onProgress,
      signal,
    },
  );
  return folder;
}
