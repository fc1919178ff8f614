import { join } from 'node:path';
import { putFiles, scratchFolder, shell } from '../../detect/test/workspace.ts';
import type { ArtifactFile } from '../src/machine/workspace/overlay.ts';
import { createConfiguration } from '../src/workflows/configurations/configuration.ts';

/** A shell command that commits everything. */
export const COMMIT = 'git add -A; git commit -qm change';

/** A repository with one commit on main, and a folder outside of it. */
export function openRepository(files: Readonly<Record<string, string>>) {
  const scratch = scratchFolder();
  const folder = join(scratch.path, 'repository');
  putFiles(folder, files);
  shell(folder, `git init -qb main; ${COMMIT}`);
  return {
    folder,
    outside: scratch.path,
    run: (script: string): string => shell(folder, script),
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  };
}

/** A configuration of text files; a path ending in `*` is a program, in `@` a link. */
export const configurationOf = (files: Readonly<Record<string, string>>) =>
  createConfiguration(
    { label: 'made', source: 'made', commit: null },
    new Map(Object.entries(files).map(([path, text]) => [path.replace(/[*@]$/, ''), fileOf(path, text)])),
  );

function fileOf(path: string, text: string): ArtifactFile {
  const mode = path.endsWith('*') ? '100755' : path.endsWith('@') ? '120000' : '100644';
  return { mode, content: Buffer.from(text) };
}
