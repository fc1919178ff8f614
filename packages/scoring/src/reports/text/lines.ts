// lines read from each end, more than any suite prints
const MOST_LINES = 200_000;
// longer than any report line; the rest is cut
const LONGEST_LINE = 4096;

const ESCAPE = String.fromCharCode(27);
const COLORS = new RegExp(`${ESCAPE}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

/** A text without the escape sequences that color it. */
export const withoutColors = (text: string): string => (text.includes(ESCAPE) ? text.replace(COLORS, '') : text);

/** Limits a text to its first and last lines, so that reading it takes bounded time. */
export function boundLines(text: string): { readonly text: string; readonly whole: boolean } {
  let [head, tail] = [0, text.length];
  for (let lines = 0; lines < MOST_LINES && head >= 0; lines++) head = text.indexOf('\n', head) + 1 || -1;
  for (let lines = 0; lines < MOST_LINES && tail > 0; lines++) tail = text.lastIndexOf('\n', tail - 1);
  const whole = head < 0 || tail <= head;
  return { text: whole ? text : text.slice(0, head) + text.slice(tail), whole };
}

/** The lines of a text, without colors and line ends. */
export function* readLines(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const raw = text.slice(from, Math.min(end, from + LONGEST_LINE));
    const line = withoutColors(raw);
    yield line.endsWith('\r') ? line.slice(0, -1) : line;
    from = end + 1;
  }
}

/** Whether any line passes the test. */
export function someLine(text: string, test: (line: string) => boolean): boolean {
  for (const line of readLines(text)) if (test(line)) return true;
  return false;
}

/** The first group of a pattern, for each line that matches. */
export function matchLines(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const line of readLines(text)) {
    const group = pattern.exec(line)?.[1];
    if (group !== undefined) found.push(group);
  }
  return found;
}

/** The indentation of a line. */
export const measureIndent = (line: string): number => line.length - line.trimStart().length;
