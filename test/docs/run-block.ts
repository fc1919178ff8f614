import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from './commands.ts';
import type { DocsProject } from './project.ts';
import { BY_HAND, EXPECTED_EXITS, fillIn, mayRegress, ONLY_CHECKED } from './tables.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A command that exited with another code than expected. */
export interface Unexpected {
  readonly command: string;
  readonly expected: number;
  readonly code: number;
  readonly output: string;
}

/** Runs the commands of a block one after the other, in one shell and one folder. */
export async function runBlock(project: DocsProject, { commands }: Block): Promise<Unexpected[]> {
  const run = commands.filter((command) => !(command in ONLY_CHECKED));
  const results = mkdtempSync(join(tmpdir(), 'assay-docs-results-'));
  try {
    const script = run.map((command, index) =>
      step(fillIn(command, project.names), join(results, String(index)), BY_HAND[command]),
    );
    await project.shell(chooseFolder(project, commands), script.join('\n'));
    return run.flatMap((command, index) => {
      const code = Number(readOr(join(results, `${index}.code`), '-1'));
      const expected = EXPECTED_EXITS[command]?.code ?? 0;
      const output = readOr(join(results, `${index}.out`), '');
      const isFine = code === expected || (code === 1 && mayRegress(command));
      return isFine ? [] : [{ command, expected, code, output }];
    });
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

// braces, not a subshell: `cd` and `export` last until the end of the block
const step = (command: string, result: string, by_hand = ':'): string =>
  `{ ${command}\n} > '${result}.out' 2>&1; echo $? > '${result}.code'\n${by_hand}`;

/** Tools of this repository run in it, `assay init` in a repository without Assay, the rest in the project. */
function chooseFolder(project: DocsProject, commands: readonly string[]): string {
  if (commands.every((command) => command.includes(' tools/'))) return ROOT;
  return project.copy(commands.some((command) => /assay init\b/.test(command)) ? 'fresh' : 'project');
}

function readOr(file: string, missing: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // the shell did not get this far
    return missing;
  }
}
