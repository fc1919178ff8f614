/** Text on one line, truncated to `most` characters. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Text as lines of up to `width` characters, broken between words if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text
    .split(/\s+/)
    .filter((part) => part !== '')
    .flatMap((part) => chop(part, width))) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

const chop = (word: string, width: number): string[] =>
  Array.from({ length: Math.ceil(word.length / width) }, (_, part) => word.slice(part * width, (part + 1) * width));
