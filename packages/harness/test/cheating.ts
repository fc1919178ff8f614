import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cheat } from '../src/agents/cheat.ts';
import { scenarioOf, specOf } from './requests.ts';

/** A folder with these files, for as long as it is used. */
export async function inWorkspace<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-cheat-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Tries a cheat on a workspace that is graded by this command. */
export const cheatIn = (id: string, { workspace, command }: { workspace: string; command: string }) =>
  cheat.act({
    spec: specOf({ type: 'cheat', cheat: id }),
    scenario: scenarioOf({ scorers: [{ name: 'tests', type: 'command', command }] }),
    workspace,
    base: '/',
    instruction: 'Fix it',
  });

/** How the command ends in the folder. */
export const run = (command: string, cwd: string): number | null =>
  spawnSync('bash', ['-c', command], { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }, timeout: 60_000 })
    .status;
