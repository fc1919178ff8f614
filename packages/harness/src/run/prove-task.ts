import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Proof, parse, type Trial, YARDSTICKS } from '@assay/schema';
import { instant } from '../host.ts';
import { createOwnPath } from '../processes/own-folder.ts';
import { chooseAgents } from './choose-agents.ts';
import { judgeTrial } from './judge-trial.ts';
import type { PreparedTask } from './prepare-task.ts';
import { PROOF_JUDGE } from './proof-run.ts';
import { openRunFolders } from './run-folders.ts';
import { type FinishedRun, runPlan } from './run-plan.ts';
import type { RunContext } from './run-request.ts';
import { NO_BUDGET } from './spending.ts';
import { whyUnprovable } from './why-unprovable.ts';

/** A proof made before of the same task by the same version, or else a new one, kept for the next time. */
export async function proveTask(
  prepared: PreparedTask,
  {
    root,
    concurrency,
    again = false,
    ...context
  }: Omit<RunContext, 'onProgress'> & { root: string; concurrency: number; again?: boolean },
): Promise<Proof> {
  const { task_digest } = prepared.task;
  const file = join(root, 'proofs', `${task_digest}.json`);
  const kept = again ? undefined : await readProof(file);
  if (kept?.harness_version === context.harness_version) return kept;
  const proof = await makeProof(prepared, { ...context, concurrency });
  await mkdir(join(root, 'proofs'), { recursive: true });
  await writeFile(file, `${JSON.stringify(proof, null, 2)}\n`);
  return proof;
}

async function readProof(file: string): Promise<Proof | undefined> {
  try {
    return parse(Proof, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // none yet, or one that a crash cut short: it is made again
    return undefined;
  }
}

async function makeProof(
  prepared: PreparedTask,
  context: Omit<RunContext, 'onProgress'> & { concurrency: number },
): Promise<Proof> {
  const { scenario, task_digest } = prepared.task;
  const proof = (trials: Trial[], reason: string | null): Proof => ({
    task_digest,
    harness_version: context.harness_version,
    proved_at: instant(context.host.now()),
    proven: reason === null,
    reason,
    trials,
  });
  const obstacle = whyUnprovable(scenario);
  if (obstacle !== null) return proof([], obstacle);
  const agents = chooseAgents(
    YARDSTICKS.map(({ id }) => id),
    [],
  );
  const folder = createOwnPath();
  try {
    const { finished, missing } = await runPlan({
      cells: agents.map(({ agent, spec }) => ({ prepared, agent, spec, repeat: 1, overlay: null })),
      concurrency: context.concurrency,
      label: null,
      invocation: null,
      budget: NO_BUDGET,
      context: {
        ...context,
        folders: await openRunFolders(folder),
        findBaseline: async () => null,
        judge: PROOF_JUDGE,
      },
    });
    if (missing[0] !== undefined) return proof([], `${missing[0].cell.spec.id} could not be run: ${missing[0].reason}`);
    const trials = agents.map(({ spec }) => {
      const { evidence, grade } = finished.find(({ cell }) => cell.spec.id === spec.id) as FinishedRun;
      return judgeTrial(spec, { run: evidence.run, grade });
    });
    const doubt = trials.find(({ holds }) => !holds);
    return proof(trials, doubt === undefined ? null : doubt.remark);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
