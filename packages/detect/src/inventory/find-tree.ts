import type { Language } from './language.ts';
import { findLanguage } from './languages/index.ts';
import { parse } from './parse.ts';
import { findGrammarInstall } from './require-grammars.ts';
import { createSourceText, type SourceText, type SyntaxNode } from './syntax-node.ts';

// with more errors than this share of the file, keywords are more reliable than the tree
const MOST_ERRORS = 0.5;

export interface UsableTree {
  readonly root: SyntaxNode;
  readonly error_ratio: number;
}

/** The tree with the fewest errors among the grammars of the language; null if none is good enough. */
export async function findTree(source: SourceText, language: Language): Promise<UsableTree | null> {
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

/** A source file as a tree, with the id of its language. Undefined without an installed grammar, or with syntax errors. */
export async function parseSource(
  path: string,
  text: string,
): Promise<{ readonly language: string; readonly root: SyntaxNode } | undefined> {
  const language = findLanguage(path);
  if (language === undefined || language.tree === null || findGrammarInstall() !== undefined) return undefined;
  const tree = await findTree(createSourceText(text), language);
  return tree?.error_ratio === 0 ? { language: language.id, root: tree.root } : undefined;
}
