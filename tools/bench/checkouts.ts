import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createObjectStore, takeSnapshot } from '@assay/detect';
import { copyWorkspace } from '../../packages/harness/src/machine/workspace/copy-workspace.ts';
import { createHistory } from '../../packages/harness/src/machine/workspace/create-history.ts';
import { checkOut } from '../../packages/harness/src/run/gather/clean-tree.ts';
import type { Measurement, Ratio } from './ratio.ts';

const [FILES, PER_FOLDER, ROUNDS] = [10_000, 100, 3];

interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

const row = (what: string, step: 'copy' | 'checkout', kind: keyof Cost): Ratio => ({
  what: `${kind === 'cpu' ? 'CPU' : 'wall'} time of ${what}`,
  against: '`git worktree add` of the same files',
  limit: { most: 1 },
  measure: async () => {
    // each round alone, because the cost of creating files changes from second to second
    const pairs = (await measured()).map((round) => ({ subject: round[step][kind], reference: round.worktree[kind] }));
    const sorted = pairs.toSorted((a, b) => a.subject / a.reference - b.subject / b.reference);
    return sorted[(sorted.length - 1) / 2] as Measurement;
  },
});

export const CHECKOUTS: readonly Ratio[] = [
  row(`a copy of ${FILES} files for a run`, 'copy', 'cpu'),
  row(`a copy of ${FILES} files for a run`, 'copy', 'wall'),
  row(`a clean checkout of ${FILES} files after a run that changed one`, 'checkout', 'cpu'),
  row(`a clean checkout of ${FILES} files after a run that changed one`, 'checkout', 'wall'),
];

type Round = Readonly<Record<'copy' | 'checkout' | 'worktree', Cost>>;
let rounds: Promise<Round[]> | undefined;
const measured = (): Promise<Round[]> => {
  rounds ??= measureRounds();
  return rounds;
};

async function measureRounds(): Promise<Round[]> {
  const top = mkdtempSync(`${tmpdir()}/assay-bench-`);
  const all: Round[] = [];
  try {
    const source = `${top}/source`;
    writeFiles(source);
    await createHistory(source);
    for (let round = 0; round < ROUNDS; round++) {
      // nothing is removed before the end: where files were removed, a file system may look for free places longer
      const [folder, saved, tree] = [`${top}/copy-${round}`, `${top}/saved-${round}`, `${top}/tree-${round}`];
      const worktree = await cost(() => void git(source, 'worktree', 'add', '--quiet', '--detach', tree));
      const copy = await cost(() => copyWorkspace(`${source}/src`, `${folder}/src`));
      // as a run does before and after its agent
      await createHistory(folder);
      cpSync(`${folder}/.git`, saved, { recursive: true });
      const store = await createObjectStore(`${top}/store-${round}`);
      const baseline = await takeSnapshot(folder, store);
      appendFileSync(`${folder}/src/0/1.js`, '// changed\n');
      const final = await takeSnapshot(folder, store, baseline);
      const { files } = baseline;
      const checkout = await cost(() =>
        checkOut(folder, { files: final.files, store, baseline, final, history: { saved, files } }),
      );
      all.push({ copy, checkout, worktree });
    }
    return all;
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

async function cost(act: () => void | Promise<void>): Promise<Cost> {
  const [start, used, children] = [performance.now(), process.cpuUsage(), childrenMs()];
  await act();
  const { user, system } = process.cpuUsage(used);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 + childrenMs() - children };
}

/** CPU time of programs that ended, in ticks of 10 ms. */
function childrenMs(): number {
  const fields = (readFileSync('/proc/self/stat', 'latin1').split(') ')[1] ?? '').split(' ').map(Number);
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) * 10;
}

function writeFiles(folder: string): void {
  for (let at = 0; at < FILES; at += PER_FOLDER) {
    mkdirSync(`${folder}/src/${at}`, { recursive: true });
    for (let file = at; file < at + PER_FOLDER; file++)
      writeFileSync(`${folder}/src/${at}/${file}.js`, `export const value = ${file};\n`.repeat(50));
  }
}

const git = (cwd: string, ...args: string[]): Buffer => execFileSync('git', args, { cwd });
