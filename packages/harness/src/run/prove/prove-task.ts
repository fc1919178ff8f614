import { randomUUID } from 'node:crypto';
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Proof, type ProofEnvironment, parse, type Scenario } from '@assay/schema';
import { listCommands } from '../../agents/workspace/list-commands.ts';
import { findProgram } from '../../machine/processes/find-program.ts';
import type { PreparedTask } from '../plan/prepare-task.ts';
import type { RunContext } from '../plan/run-request.ts';
import { type MakeProofContext, makeProof } from './make-proof.ts';

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

/** What a proof depends on besides its task: where its commands ran and which programs they found. */
async function describeEnvironment(
  scenario: Scenario,
  { sandbox, readable, host }: Pick<RunContext, 'sandbox' | 'readable' | 'host'>,
): Promise<ProofEnvironment> {
  // the programs of a task with an environment are those of its image
  if (scenario.environment !== undefined) return { sandbox: 'docker', readable: readable.toSorted(), programs: {} };
  const path = host.environment['PATH'] ?? '';
  const programs: Record<string, string> = {};
  for (const name of listWords([...listCommands(scenario), scenario.setup ?? ''])) {
    const found = await findProgram(name, path);
    if (found !== undefined) programs[name] = await describeProgram(await realpath(found.path));
  }
  return { sandbox: sandbox.id, readable: readable.toSorted(), programs };
}

// every word that could be the name of a program
const listWords = (commands: readonly string[]): string[] =>
  [
    ...new Set(commands.flatMap((command) => command.match(/(?<![\w./$-])[A-Za-z_][\w.+-]*(?![\w./=-])/g) ?? [])),
  ].sort();

// a new version of a program is another file
async function describeProgram(file: string): Promise<string> {
  const { size, mtime } = await stat(file);
  return `${file}, ${size} bytes of ${mtime.toISOString()}`;
}
