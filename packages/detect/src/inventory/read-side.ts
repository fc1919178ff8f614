import type { FileInventory } from '@assay/schema';
import { findTree, type UsableTree } from './find-tree.ts';
import type { Language, ParsedSource, Reading } from './language.ts';
import { findLanguage } from './languages/index.ts';
import { readWords } from './lexical.ts';
import { type Outline, readOutline } from './outline.ts';
import { markSelfComparisons } from './self-comparison.ts';
import { createSourceText } from './syntax-node.ts';

const LARGEST_BYTES = 5 * 1024 * 1024;

/** One side of a changed file. */
export interface FileSide {
  readonly path: string;
  readonly content: Uint8Array;
  readonly is_test_file: boolean;
}

/** The tests and statements of a file, or why they could not be read; null for an unknown language. */
export type SideReading =
  | {
      /** Null if it has no tests and helps none. */
      readonly file: FileInventory | null;
      readonly outline: Outline;
    }
  | { readonly reason: string }
  | null;

/** Reads the tests of one side of a file. */
export async function readSide({ path, content, is_test_file }: FileSide): Promise<SideReading> {
  const language = findLanguage(path);
  if (language === undefined) return null;
  if (content.length > LARGEST_BYTES) {
    if (!is_test_file) return null;
    return { reason: `it is larger than ${LARGEST_BYTES / 1024 / 1024} MiB` };
  }
  const source = createSourceText(decode(content));
  const tree = await findTree(source, language);
  try {
    if (!is_test_file && !language.holdsTests?.(source.text))
      return { file: null, outline: tree === null ? [] : readOutline(tree.root, []) };
    const read = tree && readTree(tree, language, { path, text: source.text, is_test_file });
    // a new source resets the step limit for the second reader
    const reading: Reading = read ?? readWords(createSourceText(source.text), language.words);
    const broken = read ? tree.error_ratio > 0 : language.tree !== null;
    const outline = tree === null ? [] : readOutline(tree.root, reading.tests);
    const engine = read ? 'tree' : 'lexical';
    return {
      file: { path, language: language.id, engine, ...markSelfComparisons(reading, outline), broken },
      outline,
    };
  } catch (error) {
    // a hostile file must not affect the others
    return { reason: `it could not be read: ${error instanceof Error ? error.message : 'unknown error'}` };
  }
}

function readTree({ root }: UsableTree, { tree }: Language, file: Omit<ParsedSource, 'root'>): Reading | null {
  try {
    return tree?.read({ ...file, root }) ?? null;
  } catch {
    // falls back to keywords
    return null;
  }
}

/** Decodes bytes; invalid UTF-8 and NULs, which end the text for some grammars, become replacement characters. */
function decode(content: Uint8Array): string {
  const little = content[0] === 0xff && content[1] === 0xfe;
  const text = new TextDecoder(little ? 'utf-16le' : 'utf-8').decode(content);
  return text.replaceAll('\0', '\ufffd');
}
