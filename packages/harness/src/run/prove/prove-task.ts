import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Proof, parse } from '@assay/schema';
import type { PreparedTask } from '../plan/prepare-task.ts';
import { type MakeProofContext, makeProof } from './make-proof.ts';

export interface ProveTaskContext extends MakeProofContext {
  readonly root: string;
  readonly again: boolean;
}

/**
 * A proof made before of the same task by the same version, or else a new one, kept for the next time. One that could
 * not be tried is not kept: what was in the way may be gone by then.
 */
export async function proveTask(prepared: PreparedTask, { root, again, ...context }: ProveTaskContext): Promise<Proof> {
  const { task_digest } = prepared.task;
  const file = join(root, 'proofs', `${task_digest}.json`);
  const kept = again ? undefined : await readProof(file);
  if (kept?.tried === true && kept.harness_version === context.harness_version) return kept;
  const proof = await makeProof(prepared, context);
  if (!proof.tried) return proof;
  await mkdir(join(root, 'proofs'), { recursive: true });
  // there whole or not at all: others may prove the same task at the same time
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, `${JSON.stringify(proof, null, 2)}\n`);
  await rename(part, file);
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
