import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, Invocation, parse } from '@assay/schema';
import type { RunFolders } from './folders/run-folders.ts';

export async function saveInvocation(root: string, invocation: Invocation): Promise<void> {
  const folder = join(root, 'invocations');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${invocation.id}.json`);
  // atomic, so that a crash leaves nothing that cannot be resumed
  await writeFile(`${file}.part`, `${JSON.stringify(invocation, null, 2)}\n`);
  await rename(`${file}.part`, file);
}

/** Saves what the runs of an invocation spend. */
export function openLedger(
  root: string,
  invocation: Invocation,
): { keep(spent: Invocation['spent']): void; kept(): Promise<void> } {
  // serialized, because concurrent runs write the same file
  let keeping = Promise.resolve();
  return {
    keep: (spent) => {
      keeping = keeping.then(() => saveInvocation(root, { ...invocation, spent }));
      // the error is reported to the caller of `kept`
      keeping.catch(() => undefined);
    },
    kept: () => keeping,
  };
}

/** The latest saved invocation. */
export async function getLastInvocation(root: string): Promise<Invocation> {
  const names = await readdir(join(root, 'invocations')).catch(() => []);
  const last = names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .at(-1);
  if (last === undefined) throw new AssayError('usage', 'nothing to resume: no run was started in this folder');
  return parse(Invocation, JSON.parse(await readFile(join(root, 'invocations', last), 'utf8')));
}

/** The cells of an invocation with a finished run. */
export async function finishedCells(folders: RunFolders, invocation: string): Promise<Set<string>> {
  const done = new Set<string>();
  for await (const { run } of folders.list())
    if (run.invocation === invocation) done.add(cellKey(run.scenario, run.agent_id, run.repeat));
  return done;
}

export const cellKey = (scenario: string, agent: string, repeat: number): string =>
  JSON.stringify([scenario, agent, repeat]);
