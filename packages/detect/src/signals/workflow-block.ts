const indentOf = (line: string): number => /^\s*(?:-\s+)?/.exec(line)?.[0].length ?? 0;
const LARGEST_BLOCK = 200;

/** The lines of the step or job around a line of a workflow. */
export function blockAround(lines: readonly string[], index: number): readonly string[] {
  const indent = indentOf(lines[index] ?? '');
  const isWithin = (line: string): boolean => line.trim() === '' || indentOf(line) >= indent;
  const isStart = (line: string): boolean => /^\s*-\s/.test(line) && indentOf(line) === indent;
  let start = index;
  while (start > 0 && index - start < LARGEST_BLOCK && !isStart(lines[start] ?? '') && isWithin(lines[start - 1] ?? ''))
    start--;
  let end = index + 1;
  while (end < lines.length && end - index < LARGEST_BLOCK && isWithin(lines[end] ?? '') && !isStart(lines[end] ?? ''))
    end++;
  return lines.slice(start, end);
}

/** Whether a step uses an action and runs no command, and the action is not about tests. */
export const isOtherAction = (step: readonly string[]): boolean =>
  step.some((line) => /^\s*(?:-\s+)?uses\s*:/.test(line)) &&
  !step.some((line) => /^\s*(?:-\s+)?run\s*:/.test(line) || /test|spec|check|lint/i.test(line));
