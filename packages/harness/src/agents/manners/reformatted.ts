import { parseSource } from '@assay/detect';
import { changeFiles } from '../edits/change-files.ts';
import { defineManner } from './manner.ts';

/** Formats the changed files in another way. */
export const reformatted = defineManner({
  id: 'reformatted',
  title: 'Formats the changed files differently',
  async act({ workspace }, solve) {
    await changeFiles(workspace, await solve(), indentTwice);
  },
});

/** Doubles the indentation of source code, except in texts over several lines. */
export async function indentTwice(path: string, text: string): Promise<string | undefined> {
  const source = await parseSource(path, text);
  if (source === undefined) return undefined;
  const inText = new Set(listTextLines(source.root));
  return text
    .split('\n')
    .map((line, index) => (inText.has(index + 1) ? line : line.replace(/^[ \t]+/, '$&$&')))
    .join('\n');
}

type Node = NonNullable<Awaited<ReturnType<typeof parseSource>>>['root'];

// the lines that begin inside a string, a template or a comment
function listTextLines({ type, line, endLine, children }: Node): number[] {
  if (line === endLine) return [];
  if (/string|template|heredoc|comment|text/.test(type))
    return Array.from({ length: endLine - line }, (_, index) => line + index + 1);
  return children.flatMap(listTextLines);
}
