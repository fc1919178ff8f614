import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Parser, Tree, TreeCursor } from 'web-tree-sitter';
import { type NodeType, type SourceText, SyntaxNode } from './syntax-node.ts';

// a real file takes one second per MiB; only a hostile file or a very busy machine takes longer
const PARSE_MS = 10_000;
const MOST_NODES = 1_000_000;
// readers recurse; real code is a few dozen levels deep, and long sums a few hundred
const DEEPEST = 1_000;

/** A tree, or why there is none. */
export type Parsed =
  | { readonly status: 'parsed'; readonly root: SyntaxNode; readonly error_ratio: number }
  | { readonly status: 'refused'; readonly reason: string };

export interface ParseOptions {
  /** Text to parse instead, of the same length. */
  readonly prepared?: string;
  /** When to stop parsing, in milliseconds of `performance.now()`. */
  readonly deadline?: number;
}

/** Parses a text with a grammar such as `python`, loaded on first use. */
export async function parse(source: SourceText, grammar: string, options: ParseOptions = {}): Promise<Parsed> {
  const { parser, types } = await loadGrammar(grammar);
  const deadline = options.deadline ?? performance.now() + PARSE_MS;
  const tree = parseInTime(parser, options.prepared ?? source.text, deadline);
  if (tree === null) {
    parser.reset();
    return { status: 'refused', reason: `its syntax took longer than ${PARSE_MS / 1000} s to read` };
  }
  try {
    return copyTree(tree.walk(), types, { source, deadline });
  } finally {
    tree.delete();
  }
}

function parseInTime(parser: Parser, text: string, deadline: number): Tree | null {
  return parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
}

interface Grammar {
  readonly parser: Parser;
  readonly types: readonly NodeType[];
}

const grammars = new Map<string, Promise<Grammar>>();
let runtime: Promise<typeof import('web-tree-sitter')> | undefined;

function loadGrammar(name: string): Promise<Grammar> {
  const loading = grammars.get(name) ?? createGrammar(name);
  grammars.set(name, loading);
  return loading;
}

async function createGrammar(name: string): Promise<Grammar> {
  runtime ??= startRuntime();
  const { Language, Parser } = await runtime;
  const path = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);
  const language = await Language.load(await readFile(path));
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, types: language.types.map((type, id) => ({ type, named: language.nodeTypeIsNamed(id) })) };
}

async function startRuntime(): Promise<typeof import('web-tree-sitter')> {
  // loaded on demand, because it slows down commands that read no code
  const module = await import('web-tree-sitter');
  await module.Parser.init();
  return module;
}

interface Copied {
  readonly source: SourceText;
  readonly deadline: number;
}

const ERROR: NodeType = { type: 'ERROR', named: true };

// nodes of the parser are slow handles that must be freed manually, so the tree is copied
function copyTree(cursor: TreeCursor, types: readonly NodeType[], { source, deadline }: Copied): Parsed {
  let wrong = 0;
  let depth = 0;
  let count = 0;
  const take = (parent: SyntaxNode | null): SyntaxNode => {
    const type = types[cursor.nodeTypeId] ?? ERROR;
    const { currentFieldName: role, startIndex: start, endIndex: end } = cursor;
    if (type === ERROR && !isWithinError(parent)) wrong += end - start;
    const node = new SyntaxNode(type, { role, start, end, parent, source });
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
