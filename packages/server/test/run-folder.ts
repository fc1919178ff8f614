import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { RunResult } from '@assay/schema';
import { pack } from 'tar-stream';
import { createProject, runProject } from '../../../test/projects.ts';

/** A run of the harness in its folder. */
export interface MadeRunFolder extends AsyncDisposable {
  readonly folder: string;
  readonly result: RunResult;
  /** Its files by name. */
  readonly files: ReadonlyMap<string, Buffer>;
}

const BOT = 'cat > told.txt; echo done > state.txt; echo "All done."';

/** A real run of a small scenario by an agent that solves it. */
export async function makeRunFolder(): Promise<MadeRunFolder> {
  const project = await createProject({
    files: { 'fixture/state.txt': 'open\n' },
    scenarios: [
      {
        name: 'write-done',
        user_instruction: 'Write done into state.txt.',
        workspace_seed: { copy: './fixture' },
        scorers: [
          { name: 'done', type: 'command', command: 'grep -qx done state.txt' },
          { name: 'few files', type: 'max_files_changed', limit: 1, required: false },
        ],
      },
    ],
    config: { agents: [{ id: 'bot', type: 'command', command: BOT }], sandbox: { use: 'local' } },
  });
  const { results } = await runProject(project.folder, { label: 'nightly' });
  const result = results[0] as RunResult;
  return { ...project, folder: result.folder, result, files: await readFiles(result.folder) };
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [relative(folder, file), await readFile(file)] as const)));
}

/** Packs files like `tar`. */
export function packTar(files: Iterable<readonly [string, string | Uint8Array]>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of files) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive as unknown as AsyncIterable<Uint8Array>);
}
