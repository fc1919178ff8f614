import { neutralise } from './output.ts';

/** Text from outside as part of one line: it can neither drive the terminal nor make up lines of its own. */
export const onOneLine = (text: string): string => neutralise(text.replaceAll(/[\t\n\r]+/g, ' '));

/** A length of time as people say it. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 run`, `2 runs`. */
export const formatNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Rows under a heading, each column as wide as its widest cell. */
export function drawTable(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heading.map((name, i) => Math.max(name.length, ...rows.map((cells) => (cells[i] ?? '').length)));
  return [heading, ...rows].map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] as number))
      .join('  ')
      .trimEnd(),
  );
}
