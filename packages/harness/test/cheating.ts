import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cheat } from '../src/agents/cheat.ts';
import { scenarioOf, specOf } from './requests.ts';

/** Runs a function in a temporary folder with these files. */
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

/** Tries a cheat in a workspace graded by this command. */
export const cheatIn = (id: string, { workspace, command }: { workspace: string; command: string }) =>
  cheat.act({
    spec: specOf({ type: 'cheat', cheat: id }),
    scenario: scenarioOf({ scorers: [{ name: 'tests', type: 'command', command }] }),
    workspace,
    base: '/',
    instruction: 'Fix it',
  });

/** The exit code of a command in the folder. */
export const run = (command: string, cwd: string): number | null =>
  spawnSync('bash', ['-c', command], { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }, timeout: 60_000 })
    .status;
