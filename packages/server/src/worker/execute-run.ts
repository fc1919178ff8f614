import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createOwnPath,
  executeTask,
  type Host,
  type ImagePolicy,
  judgeGradedChange,
  readRunWithGrade,
  type Sandbox,
} from '@assay/harness';
import { AssayError, JudgeSpec, parse } from '@assay/schema';
import type { HeldJob } from '../queue/job-queue.ts';
import { putRunFiles, type SavedRun, saveGradedRun } from '../runs/save-graded-run.ts';
import type { Store } from '../store/store.ts';
import type { ClaimedRun } from './claim-run.ts';
import { requireAllowedHosts } from './require-allowed-hosts.ts';
import { retryUntilDatabase } from './retry-until-database.ts';
import { writeTaskFolder } from './task-folder.ts';

export interface ExecuteRunOptions {
  readonly store: Store;
  readonly sandbox: Sandbox;
  /** The images that tasks may use. */
  readonly images: ImagePolicy;
  /** The hosts that tasks may request; `*` for all. */
  readonly allowed_hosts: readonly string[];
  /** The judge of runs whose workspace has none. */
  readonly judge: JudgeSpec;
  readonly host: Host;
  readonly harness_version: string;
  readonly onStep: (step: string) => void;
  /** Called with errors that are retried. */
  readonly onTrouble: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Executes a claimed run, grades it and stores the result, unless the run is no longer held. */
export async function executeRun({ job, attempt }: ClaimedRun, options: ExecuteRunOptions): Promise<SavedRun> {
  const { store, signal, onStep } = options;
  const { organization_id, workspace_id, run_id } = job;
  const { task, request, stored, workspace } = await readRun(store, job);
  requireAllowedHosts(task, options.allowed_hosts);
  // removed with this process, however it ends
  const root = createOwnPath();
  try {
    const base = join(root, 'task');
    onStep('task');
    await writeTaskFolder(store, { organization_id, task, folder: base });
    const folder = await executeTask({
      task,
      base,
      agent: request.agent,
      run_id,
      repeat: request.repeat,
      label: stored.label,
      root: join(root, 'assay'),
      sandbox: options.sandbox,
      images: options.images,
      judge: workspace.judge === null ? options.judge : parse(JudgeSpec, workspace.judge),
      prices: workspace.prices ?? [],
      host: options.host,
      harness_version: options.harness_version,
      findBaseline: (request) => store.runs.findBaseline(organization_id, { workspace_id, run_id, ...request }),
      judgeChange: judgeGradedChange,
      scorecard_weights: workspace.weights,
      onProgress: (progress) => {
        if (progress.kind === 'step') onStep(progress.step);
        if (progress.kind === 'retry') onStep(`retry: ${progress.reason}`);
      },
      signal,
    });
    signal.throwIfAborted();
    onStep('keep');
    const { grade } = await readRunWithGrade(folder);
    return await retryUntilDatabase(async () => {
      const put = await putRunFiles(store, { organization_id, folder, grade });
      return await saveGradedRun(store, { organization_id, workspace_id, attempt, folder, grade, put });
    }, options);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function readRun(store: Store, { organization_id, workspace_id, run_id }: HeldJob) {
  const stored = await store.runs.find(organization_id, run_id);
  const request = await store.run_requests.find(organization_id, run_id);
  const workspace = await store.workspaces.find(organization_id, workspace_id);
  const task = stored && (await store.tasks.find(organization_id, stored.task_id));
  if (stored === undefined || request === undefined || workspace === undefined || task === undefined)
    throw new AssayError(
      'internal',
      `The run ${run_id} is incomplete: its record, request, workspace or task is missing`,
    );
  return { stored, request, workspace, task };
}
