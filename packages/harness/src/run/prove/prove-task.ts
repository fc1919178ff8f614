import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Proof, parse } from '@assay/schema';
import type { PreparedTask } from '../plan/prepare-task.ts';
import { type MakeProofContext, makeProof } from './make-proof.ts';
import { describeEnvironment } from './proof-environment.ts';

export interface ProveTaskContext extends MakeProofContext {
  readonly root: string;
  readonly again: boolean;
}

/**
 * Returns the stored proof of the same task, version and environment, or makes and stores a new one. An
 * inconclusive proof is not stored, because the next attempt may succeed.
 */
export async function proveTask(prepared: PreparedTask, { root, again, ...context }: ProveTaskContext): Promise<Proof> {
  const { task_digest } = prepared.task;
  const file = join(root, 'proofs', `${task_digest}.json`);
  const kept = again ? undefined : await readProof(file);
  const environment = await describeEnvironment(prepared.task.scenario, context);
  if (
    kept?.tried === true &&
    kept.harness_version === context.harness_version &&
    isDeepStrictEqual(kept.environment, environment)
  )
    return kept;
  const proof = { ...(await makeProof(prepared, context)), environment };
  if (!proof.tried) return proof;
  await mkdir(join(root, 'proofs'), { recursive: true });
  // atomic, because others may prove the same task at the same time
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, `${JSON.stringify(proof, null, 2)}\n`);
  await rename(part, file);
  return proof;
}

async function readProof(file: string): Promise<Proof | undefined> {
  try {
    return parse(Proof, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // none yet, or cut short by a crash: make it again
    return undefined;
  }
}
