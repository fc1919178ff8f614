// from each end: no suite prints more, and nothing is read twice as often for it
const MOST_LINES = 200_000;
// what a line can hold of a report; a longer one is cut
const LONGEST_LINE = 4096;

const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

/** A text with no more lines than can be read in good time: the first and the last of it. */
export function boundLines(text: string): { readonly text: string; readonly whole: boolean } {
  let [head, tail] = [0, text.length];
  for (let lines = 0; lines < MOST_LINES && head >= 0; lines++) head = text.indexOf('\n', head) + 1 || -1;
  for (let lines = 0; lines < MOST_LINES && tail > 0; lines++) tail = text.lastIndexOf('\n', tail - 1);
  const whole = head < 0 || tail <= head;
  return { text: whole ? text : text.slice(0, head) + text.slice(tail), whole };
}

/** The lines of a text, without colours and what ends them. */
export function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const raw = text.slice(from, Math.min(end, from + LONGEST_LINE));
    const line = raw.includes(ESCAPE) ? raw.replace(COLOURS, '') : raw;
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    from = end + 1;
  }
}

/** Whether any line is such. */
export function someLine(text: string, test: (line: string) => boolean): boolean {
  for (const line of linesOf(text)) if (test(line)) return true;
  return false;
}

/** What the first group of a pattern matches, of each line that it matches. */
export function matchLines(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const line of linesOf(text)) {
    const group = pattern.exec(line)?.[1];
    if (group !== undefined) found.push(group);
  }
  return found;
}

/** How far a line is indented. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;
