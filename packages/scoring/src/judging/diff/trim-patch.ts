import { namePath } from '../../diff/name-path.ts';
import { pathKind } from './path-kind.ts';

export const TRIM_NOTE = '[diff cut: ';

const RANKS = { source: 0, test: 1, config: 2, generated: 3 } as const;

interface Trimming {
  /** Length of the result, apart from the heads of files. */
  readonly max_chars: number;
  readonly max_file_chars: number;
  readonly isTest: (path: string) => boolean;
}

/**
 * A patch within a size, so that no file hides the rest: source before tests before generated files, small ones first,
 * each up to a limit. Every file keeps its head, and a note in place of what is left out.
 */
export function trimPatch(patch: string, { max_chars, max_file_chars, isTest }: Trimming): string {
  if (patch.length <= max_chars) return patch;
  const end = patch.match(/^\[patch cut at .*\]\n$/m)?.[0] ?? '';
  const files = patch
    .slice(0, patch.length - end.length)
    .split(/^(?=diff --git )/m)
    .map((text) => {
      const hunk = text.indexOf('\n@@ ');
      const head = hunk < 0 ? text : text.slice(0, hunk + 1);
      const path = namePath(head.split('\n'));
      return { text, head, rank: RANKS[isTest(path) ? 'test' : pathKind(path)], shown: head };
    });
  let room = max_chars;
  for (const file of files.toSorted((one, other) => one.rank - other.rank || one.text.length - other.text.length)) {
    file.shown = trimFile(file, Math.min(max_file_chars, room));
    room = Math.max(0, room - file.shown.length);
  }
  return files.map(({ shown }) => shown).join('') + end;
}

function trimFile({ text, head }: { readonly text: string; readonly head: string }, max_chars: number): string {
  if (text.length <= max_chars || head === text) return text;
  const kept = text.slice(0, text.lastIndexOf('\n', max_chars - 1) + 1);
  const rest = text.length - Math.max(kept.length, head.length);
  return kept.length > head.length
    ? `${kept}${TRIM_NOTE}${rest} more characters of this file are in diff.patch]\n`
    : `${head}Large files differ: ${rest} characters are in diff.patch\n`;
}
