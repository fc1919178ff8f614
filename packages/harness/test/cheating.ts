import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cheat, explainIdle } from '../src/agents/cheat.ts';
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

interface Trial {
  readonly workspace: string;
  readonly command: string;
  /** The files that the oracle changes. Default: none. */
  readonly product?: readonly string[];
}

/** Tries a cheat in a workspace graded by this command. `idle` says why it found nothing to act on. */
export const cheatIn = (id: string, { workspace, command, product = [] }: Trial) =>
  inWorkspace(Object.fromEntries(product.map((path) => [`solution/${path}`, ''])), async (base) => {
    const request = {
      spec: specOf({ type: 'cheat', cheat: id }),
      scenario: scenarioOf({
        scorers: [{ name: 'tests', type: 'command', command }],
        ...(product.length > 0 && { oracle: './solution' }),
      }),
      workspace,
      base,
      instruction: 'Fix it',
      run: async (each: string) => run(each, workspace),
    };
    const idle = await explainIdle(request).catch(() => null);
    return { ...(await cheat.act(request)), idle };
  });

/** The exit code of a command in the folder. */
export const run = (command: string, cwd: string): number | null =>
  spawnSync('bash', ['-c', command], { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }, timeout: 60_000 })
    .status;
