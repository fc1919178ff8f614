import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Parser, Tree, TreeCursor } from 'web-tree-sitter';
import { type SourceText, SyntaxNode } from './syntax-node.ts';

// a real file takes a second for each MiB; only one made for it takes longer, or a machine that is very busy
const PARSE_MS = 10_000;
const MOST_NODES = 1_000_000;
// readers walk trees by recursion; people write code a few dozen deep, and long sums a few hundred
const DEEPEST = 1_000;

/** A tree, or why there is none. */
export type Parsed =
  | { readonly status: 'parsed'; readonly root: SyntaxNode; readonly error_ratio: number }
  | { readonly status: 'refused'; readonly reason: string };

export interface ParseOptions {
  /** What is parsed in place of the text, character for character. */
  readonly prepared?: string;
  /** When parsing is given up, in milliseconds of `performance.now()`. */
  readonly deadline?: number;
}

/** Parses a text with a grammar such as `python`. Grammars are loaded when they are first needed. */
export async function parse(source: SourceText, grammar: string, options: ParseOptions = {}): Promise<Parsed> {
  const parser = await loadParser(grammar);
  const deadline = options.deadline ?? performance.now() + PARSE_MS;
  const tree = parseInTime(parser, options.prepared ?? source.text, deadline);
  if (tree === null) {
    parser.reset();
    return { status: 'refused', reason: `its syntax took longer than ${PARSE_MS / 1000} s to read` };
  }
  try {
    return copyTree(tree.walk(), source, deadline);
  } finally {
    tree.delete();
  }
}

function parseInTime(parser: Parser, text: string, deadline: number): Tree | null {
  return parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
}

const parsers = new Map<string, Promise<Parser>>();
let runtime: Promise<typeof import('web-tree-sitter')> | undefined;

function loadParser(grammar: string): Promise<Parser> {
  const loading = parsers.get(grammar) ?? createParser(grammar);
  parsers.set(grammar, loading);
  return loading;
}

async function createParser(grammar: string): Promise<Parser> {
  runtime ??= startRuntime();
  const { Language, Parser } = await runtime;
  const path = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
  const parser = new Parser();
  parser.setLanguage(await Language.load(await readFile(path)));
  return parser;
}

async function startRuntime(): Promise<typeof import('web-tree-sitter')> {
  // not imported above: commands that read no code must not pay for it
  const module = await import('web-tree-sitter');
  await module.Parser.init();
  return module;
}

// the parser's own nodes are handles into its memory, slow to ask and to be freed by hand
function copyTree(cursor: TreeCursor, source: SourceText, deadline: number): Parsed {
  let wrong = 0;
  let depth = 0;
  let count = 0;
  const take = (parent: SyntaxNode | null): SyntaxNode => {
    const { nodeType, nodeIsNamed, startIndex, endIndex } = cursor;
    if (nodeType === 'ERROR' && !isWithinError(parent)) wrong += endIndex - startIndex;
    const place = {
      type: nodeType,
      role: cursor.currentFieldName,
      named: nodeIsNamed,
      start: startIndex,
      end: endIndex,
    };
    const node = new SyntaxNode(place, parent, source);
    count += 1;
    return node;
  };
  const root = take(null);
  let node: SyntaxNode | null = root;
  try {
    while (node !== null) {
      if (count > MOST_NODES) return { status: 'refused', reason: `it has more than ${MOST_NODES} parts` };
      if (depth > DEEPEST) return { status: 'refused', reason: `it is nested deeper than ${DEEPEST} levels` };
      if (count % 4096 === 0 && performance.now() > deadline) {
        return { status: 'refused', reason: `its syntax took longer than ${PARSE_MS / 1000} s to read` };
      }
      if (cursor.gotoFirstChild()) {
        node = take(node);
        depth += 1;
        continue;
      }
      while (node !== null && !cursor.gotoNextSibling()) {
        node = cursor.gotoParent() ? node.parent : null;
        node?.close();
        depth -= 1;
      }
      if (node !== null) node = take(node.parent);
    }
  } finally {
    cursor.delete();
  }
  return { status: 'parsed', root, error_ratio: wrong / Math.max(1, source.text.length) };
}

function isWithinError(node: SyntaxNode | null): boolean {
  for (let above = node; above !== null; above = above.parent) if (above.type === 'ERROR') return true;
  return false;
}
