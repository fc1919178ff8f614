/** A `.gitignore` with its folder as raw bytes; the root is empty. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/**
 * Joins `.gitignore` files to one list of rules for the root, in the order that git applies them. It replaces the files in
 * the work tree, which the author of a change may have edited.
 */
export const joinIgnoreRules = (files: readonly IgnoreFile[]): string =>
  files
    // rules of subfolders come later: the last match wins
    .toSorted((one, other) => depthOf(one) - depthOf(other))
    .flatMap(({ folder, text }) => linesOf(text).flatMap((line) => moveToRoot(line, folder)))
    .map((rule) => `${rule}\n`)
    .join('');

const depthOf = ({ folder }: IgnoreFile): number => (folder === '' ? 0 : folder.split('/').length);

const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

const linesOf = (text: string): string[] =>
  (text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text)
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));

function moveToRoot(line: string, folder: string): string[] {
  if (folder === '') return [line];
  // no rule can contain a newline, so nothing in this folder is ignored
  if (folder.includes('\n')) return [];
  const negated = line.startsWith('!');
  const pattern = negated ? line.slice(1) : line;
  const anchored = pattern.replace(/\/\s*$/, '').includes('/');
  const inner = anchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${negated ? '!' : ''}/${folder.replace(/[\\*?[]/g, '\\$&')}/${inner}`];
}
