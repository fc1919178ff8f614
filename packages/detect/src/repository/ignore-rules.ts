/** A `.gitignore`, by the folder it is in, as raw bytes; the root is the empty one. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/**
 * The rules of many `.gitignore` files as one list for the root, in the order in which git would obey them. Given to
 * git from outside, it takes the place of the files in a work tree, which the author of a change may have edited.
 */
export const joinIgnoreRules = (files: readonly IgnoreFile[]): string =>
  files
    // a rule further down goes before one further up: the last that matches decides
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
  // a rule cannot name it, so that nothing in it is ignored
  if (folder.includes('\n')) return [];
  const negated = line.startsWith('!');
  const pattern = negated ? line.slice(1) : line;
  const anchored = pattern.replace(/\/\s*$/, '').includes('/');
  const inner = anchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
  return [`${negated ? '!' : ''}/${folder.replace(/[\\*?[]/g, '\\$&')}/${inner}`];
}
