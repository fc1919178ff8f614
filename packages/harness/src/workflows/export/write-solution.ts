import { lstat, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { oraclePath } from '@assay/schema';
import { applyReference, readReference } from '../../agents/edits/read-reference.ts';
import { quote } from '../../machine/processes/quote.ts';
import { copyWorkspace } from '../../machine/workspace/copy-workspace.ts';
import { removeTree } from '../../machine/workspace/remove-tree.ts';
import type { LoadedScenario } from '../../scenarios/project.ts';
import type { Verifier } from './describe-harbor.ts';
import { copyInto, writeText } from './write-files.ts';

interface SolutionOptions {
  readonly target: string;
  readonly steps: readonly Verifier[];
  /** Where the workspace is in the container; null for its working directory. */
  readonly workdir: string | null;
}

/** Writes `solution/`. It needs no program but a shell: a patch becomes the files it makes, if the seed is known. */
export async function writeSolution(loaded: LoadedScenario, options: SolutionOptions): Promise<void> {
  const { scenario, base } = loaded;
  const { target, steps, workdir } = options;
  const path = oraclePath(scenario);
  if (path === undefined) return;
  const from = resolve(base, path);
  if (typeof scenario.oracle === 'object') {
    if (steps.length === 0) return await copyInto(from, join(target, 'solution'));
    for (const { name, turn } of steps)
      await copyInto(join(from, String(turn)), join(target, 'steps', name, 'solution'));
    return;
  }
  const lines = (await stat(from)).isDirectory()
    ? await writeOverlay(from, target)
    : await writePatch(loaded, { target, from });
  await writeText(
    join(target, 'solution/solve.sh'),
    ['#!/bin/bash', 'set -e', ...(workdir === null ? [] : [`cd ${quote(workdir)}`]), ...lines, ''].join('\n'),
  );
}

const PUT = 'cp -R /solution/files/. .';

async function writeOverlay(from: string, target: string): Promise<string[]> {
  await copyInto(from, join(target, 'solution/files'));
  return [PUT];
}

async function writePatch(
  { scenario, base }: LoadedScenario,
  { target, from }: { target: string; from: string },
): Promise<string[]> {
  const { workspace_seed: seed } = scenario;
  if (typeof seed !== 'object' || !('copy' in seed)) {
    await copyInto(from, join(target, 'solution/oracle.patch'));
    return ['git apply --whitespace=nowarn /solution/oracle.patch || patch -p1 </solution/oracle.patch'];
  }
  const reference = await readReference(scenario, base);
  if (reference === undefined) return [];
  const work = await mkdtemp(join(tmpdir(), 'assay-export-'));
  try {
    const solved = join(work, 'solved');
    await copyWorkspace(resolve(base, seed.copy), solved);
    const paths = await applyReference(solved, reference);
    const deleted: string[] = [];
    for (const path of paths) {
      const there = await lstat(join(solved, path)).catch(() => undefined);
      if (there === undefined) deleted.push(path);
      else await copyInto(join(solved, path), join(target, 'solution/files', path));
    }
    return [...deleted.map((path) => `rm -f -- ${quote(path)}`), ...(deleted.length === paths.length ? [] : [PUT])];
  } finally {
    await removeTree(work);
  }
}
