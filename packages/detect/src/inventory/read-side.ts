import type { FileInventory } from '@assay/schema';
import type { Language, ParsedSource, Reading } from './language.ts';
import { languageOf } from './languages/index.ts';
import { readWords } from './lexical.ts';
import { parse } from './parse.ts';
import { createSourceText, type SourceText, type SyntaxNode } from './syntax-node.ts';

const LARGEST_BYTES = 5 * 1024 * 1024;
// a tree that has errors over more than this share of the file says less than the words do
const MOST_ERRORS = 0.5;

/** A changed file as it is on one side. */
export interface FileSide {
  readonly path: string;
  readonly content: Uint8Array;
  readonly is_test_file: boolean;
}

/** What is read of a file; why nothing could be; or null where nobody looks for tests in it. */
export type SideReading = FileInventory | { readonly reason: string } | null;

/** Reads the tests of a file as it is on one side. */
export async function readSide({ path, content, is_test_file }: FileSide): Promise<SideReading> {
  const language = languageOf(path);
  if (language === undefined) return null;
  if (!is_test_file && language.holdsTests === undefined) return null;
  if (content.length > LARGEST_BYTES) return { reason: `it is larger than ${LARGEST_BYTES / 1024 / 1024} MiB` };
  const source = createSourceText(decode(content));
  if (!is_test_file && !language.holdsTests?.(source.text)) return null;
  const tree = await findTree(source, language);
  try {
    const read = tree && readTree(tree, language, { path, text: source.text, is_test_file });
    // what was made to be slow for one reader starts afresh with the other
    const reading: Reading = read ?? readWords(createSourceText(source.text), language.words);
    const broken = read ? tree.error_ratio > 0 : language.tree !== null;
    return { path, language: language.id, engine: read ? 'tree' : 'lexical', ...reading, broken };
  } catch (error) {
    // one file made to break a reader must not cost the others
    return { reason: `it could not be read: ${error instanceof Error ? error.message : 'unknown fault'}` };
  }
}

function readTree({ root }: UsableTree, { tree }: Language, file: Omit<ParsedSource, 'root'>): Reading | null {
  try {
    return tree?.read({ ...file, root }) ?? null;
  } catch {
    // its words are still there to be read
    return null;
  }
}

/** The tree with the fewest errors of the language's grammars; null where none says enough. */
async function findTree(source: SourceText, language: Language): Promise<UsableTree | null> {
  let best: UsableTree | null = null;
  const prepared = language.tree?.prepare?.(source.text) ?? source.text;
  for (const grammar of language.tree?.grammars ?? []) {
    const parsed = await parse(source, grammar, { prepared });
    if (parsed.status === 'refused') return best;
    if (parsed.error_ratio < (best?.error_ratio ?? MOST_ERRORS)) best = parsed;
    if (best?.error_ratio === 0) return best;
  }
  return best;
}

interface UsableTree {
  readonly root: SyntaxNode;
  readonly error_ratio: number;
}

/** Bytes that are no UTF-8 become replacement characters, as do NULs, which end the text for some grammars. */
function decode(content: Uint8Array): string {
  const little = content[0] === 0xff && content[1] === 0xfe;
  const text = new TextDecoder(little ? 'utf-16le' : 'utf-8').decode(content);
  return text.replaceAll('\0', '\ufffd');
}
