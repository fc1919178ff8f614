import type { FileInventory, Inventory } from '@assay/schema';
import type { Language, Reading } from './language.ts';
import { languageOf } from './languages/index.ts';
import { readWords } from './lexical.ts';
import { parse } from './parse.ts';
import { createSourceText, type SourceText, type SyntaxNode } from './syntax-node.ts';
import { createTestFileFilter, isLeftOut } from './test-files.ts';

const LARGEST_BYTES = 5 * 1024 * 1024;
// a tree that has errors over more than this share of the file says less than the words do
const MOST_ERRORS = 0.5;

/** A changed file; null on the side where it is not there. */
export interface ChangedFile {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

export interface InventoryOptions {
  /** What counts as a test file; by default the usual places and names of all languages. */
  readonly test_globset?: readonly string[];
}

/** Reads the tests of the changed test files, before and after. Other files, and those in no known language, are left out. */
export async function takeInventory(
  files: ReadonlyMap<string, ChangedFile>,
  { test_globset }: InventoryOptions = {},
): Promise<Inventory> {
  const isTest = createTestFileFilter(test_globset);
  const inventory: Inventory = { before: [], after: [], unread: [] };
  for (const [path, file] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const language = languageOf(path);
    if (language === undefined || isLeftOut(path)) continue;
    for (const side of ['before', 'after'] as const) {
      const content = file[side];
      if (content === null) continue;
      const found = await readFile(content, { path, language, is_test_file: isTest(path) });
      if (found === null) continue;
      if ('reason' in found) inventory.unread.push({ path, reason: `${side} the change, ${found.reason}` });
      else inventory[side].push(found);
    }
  }
  return inventory;
}

interface FilePlace {
  readonly path: string;
  readonly language: Language;
  readonly is_test_file: boolean;
}

async function readFile(content: Buffer, place: FilePlace): Promise<FileInventory | { reason: string } | null> {
  const { path, language, is_test_file } = place;
  if (!is_test_file && language.holdsTests === undefined) return null;
  if (content.length > LARGEST_BYTES) return { reason: `it is larger than ${LARGEST_BYTES / 1024 / 1024} MiB` };
  const source = createSourceText(decode(content));
  if (!is_test_file && !language.holdsTests?.(source.text)) return null;
  const tree = await findTree(source, language);
  try {
    const read = tree && readTree(tree, { source, ...place });
    // what was made to be slow for one reader starts afresh with the other
    const reading: Reading = read ?? readWords(createSourceText(source.text), language.words);
    const broken = read ? tree.error_ratio > 0 : language.tree !== null;
    return { path, language: language.id, engine: read ? 'tree' : 'lexical', ...reading, broken };
  } catch (error) {
    // one file made to break a reader must not cost the others
    return { reason: `it could not be read: ${error instanceof Error ? error.message : 'unknown fault'}` };
  }
}

function readTree(tree: UsableTree, file: FilePlace & { readonly source: SourceText }): Reading | null {
  const { path, source, language, is_test_file } = file;
  try {
    return language.tree?.read({ path, text: source.text, root: tree.root, is_test_file }) ?? null;
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
function decode(content: Buffer): string {
  const little = content[0] === 0xff && content[1] === 0xfe;
  const text = little ? content.toString('utf16le', 2) : new TextDecoder().decode(content);
  return text.replaceAll('\0', '\ufffd');
}
