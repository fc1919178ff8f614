import type { ChangeRecord, CornerName, CornerRun, TestReport } from '@assay/schema';
import type { Trees } from './corner-trees.ts';
import type { RanCorner, runCorner } from './run-corner.ts';

export const NOT_RUN: ChangeRecord['corners'] = { NN: null, NO: null, OO: null, ON: null };

export const TITLES: Readonly<Record<CornerName, string>> = {
  NN: 'new code, new tests',
  NO: 'new code, old tests',
  OO: 'old code, old tests',
  ON: 'old code, new tests',
};

export interface Runs {
  know(corner: CornerName, ran: RanCorner): void;
  run(corner: CornerName, command: string, time?: number): Promise<RanCorner>;
  list(): ChangeRecord['corners'];
  reports(): TestReport[];
  count(): number;
}

export interface RunsOptions {
  run(corner: Parameters<typeof runCorner>[0]): Promise<RanCorner>;
  onProgress(sentence: string): void;
}

/** Runs corners, each once: two with the same files and command are one. */
export function createRuns(trees: Trees, options: RunsOptions): Runs {
  const ran = new Map<CornerName, RanCorner>();
  let count = 0;
  return {
    know: (corner, run) => {
      ran.set(corner, run);
      if (!run.cached) count += 1;
    },
    async run(corner, command, time = 1) {
      const tree = trees[corner];
      const same = [...ran.values()].find((each) => each.tree === tree && each.command === command);
      if (same !== undefined && time === 1) {
        ran.set(corner, same);
        return same;
      }
      options.onProgress(`${TITLES[corner]}${time === 1 ? '' : ', once more'}`);
      const run = await options.run({ tree, command, time });
      if (!run.cached) count += 1;
      if (time === 1) ran.set(corner, run);
      return run;
    },
    list: () => ({ ...NOT_RUN, ...Object.fromEntries([...ran].map(([corner, run]) => [corner, describe(run)])) }),
    reports: () => [...ran.values()].flatMap(({ report }) => report ?? []),
    count: () => count,
  };
}

const describe = ({ report, output: _, ...run }: RanCorner): CornerRun => ({
  ...run,
  passed: report?.passed ?? 0,
  failed: report?.failed ?? 0,
  skipped: report?.skipped ?? 0,
  other: report?.errored ?? 0,
});
