import { shorten } from '../terminal/fit.ts';
import { onOneLine } from '../terminal/format.ts';

/** Cut where it would be longer: a comment on a pull request has its bounds. */
const LONGEST = 200;
/** Letters, digits and what sentences are made of: nothing that marks anything up, mentions or links. */
const PLAIN = /^[\p{L}\p{M}\p{N} ,;:.'%()→–−+=]*$/u;
/** What readers of comments turn into links by themselves: addresses, and the names of commits. */
const LINKED = /www|:\/\/|mailto:|[0-9a-f]{7}/i;

/**
 * Text from outside in Markdown: as it is where it is plain words, and else as code, in which nothing is marked up,
 * mentioned or linked.
 */
export function quote(text: string): string {
  const line = lineOf(text);
  return line !== '' && PLAIN.test(line) && !LINKED.test(line) ? line : code(line);
}

/** A name from outside, always as code. */
export function code(text: string): string {
  const line = lineOf(text);
  if (line === '') return '–';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // the spaces are taken off again, and keep a tick at the edge from joining the fence
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

const lineOf = (text: string): string => shorten(onOneLine(text.toWellFormed()), LONGEST).trim();

/** A table; a bar inside a cell is no border. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeBars).join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)];
}

// readers differ in what a backslash before the one that escapes does, so there is none
const escapeBars = (cell: string): string => cell.replaceAll('\\|', '\\ |').replaceAll('|', '\\|');
