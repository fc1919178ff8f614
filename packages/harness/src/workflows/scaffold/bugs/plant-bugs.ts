import type { PlantedBug } from './planted-bug.ts';

const CONTEXT = 3;

/** A file with its bugs planted. */
export function plantBugs(text: string, bugs: readonly Pick<PlantedBug, 'line' | 'after'>[]): string {
  const lines = text.split('\n');
  for (const { line, after } of bugs) lines[line - 1] = after;
  return lines.join('\n');
}

/** The files that contain bugs, with all of them planted. */
export const plantAll = (files: ReadonlyMap<string, string>, bugs: readonly PlantedBug[]): Map<string, string> =>
  new Map(
    [...Map.groupBy(bugs, ({ path }) => path)].map(([path, own]) => [path, plantBugs(files.get(path) ?? '', own)]),
  );

/** The patch that removes all bugs: the oracle. */
export function formatFix(files: ReadonlyMap<string, string>, bugs: readonly PlantedBug[]): string {
  return [...Map.groupBy(bugs, ({ path }) => path)]
    .map(([path, own]) => formatFileFix(files.get(path) ?? '', path, own))
    .join('');
}

function formatFileFix(text: string, path: string, bugs: readonly PlantedBug[]): string {
  const lines = text.split('\n');
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const byLine = new Map(bugs.map((bug) => [bug.line, bug]));
  const hunks = groupLines([...byLine.keys()].toSorted((a, b) => a - b)).map(({ first, last }) => {
    const start = Math.max(1, first - CONTEXT);
    const stop = Math.min(end, last + CONTEXT);
    const body = lines.slice(start - 1, stop).flatMap((content, index) => {
      const bug = byLine.get(start + index);
      const unfinished = start + index === lines.length ? ['\\ No newline at end of file'] : [];
      if (bug === undefined) return [` ${content}`, ...unfinished];
      return [`-${bug.after}`, ...unfinished, `+${bug.before}`, ...unfinished];
    });
    const range = `${start},${stop - start + 1}`;
    return [`@@ -${range} +${range} @@`, ...body];
  });
  return [`--- a/${path}`, `+++ b/${path}`, ...hunks.flat(), ''].join('\n');
}

/** Lines whose surroundings touch are in one hunk. */
function groupLines(sorted: readonly number[]): { first: number; last: number }[] {
  const groups: { first: number; last: number }[] = [];
  for (const line of sorted) {
    const group = groups.at(-1);
    if (group !== undefined && line - group.last <= 2 * CONTEXT) group.last = line;
    else groups.push({ first: line, last: line });
  }
  return groups;
}
