import { shorten } from '../terminal/fit.ts';
import { onOneLine } from '../terminal/format.ts';

/** Longer text is truncated, because comments on pull requests have a size limit. */
const LONGEST = 200;
/** Letters, digits and punctuation that cannot start markup, mentions or links. */
const PLAIN = /^[\p{L}\p{M}\p{N} ,;:.'%()→–−+=]*$/u;
/** Text that GitHub links automatically: addresses and commit hashes. */
const LINKED = /www|:\/\/|mailto:|[0-9a-f]{7}/i;

/**
 * Untrusted text in Markdown: unchanged if it is plain words, otherwise as code, which disables markup, mentions and
 * links.
 */
export function quote(text: string): string {
  const line = lineOf(text);
  return line !== '' && PLAIN.test(line) && !LINKED.test(line) ? line : code(line);
}

/** An untrusted name, always as code. */
export function code(text: string): string {
  const line = lineOf(text);
  if (line === '') return '–';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // Markdown strips the spaces; they keep a backtick at the edge from joining the fence
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

const lineOf = (text: string): string => shorten(onOneLine(text.toWellFormed()), LONGEST).trim();

/** A Markdown table; bars inside cells are escaped. */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeBars).join(' | ')} |`;
  return [line(heading), line(heading.map(() => '---')), ...rows.map(line)];
}

// renderers disagree about a backslash before an escaped bar, so the two are separated
const escapeBars = (cell: string): string => cell.replaceAll('\\|', '\\ |').replaceAll('|', '\\|');
