import type { FileInventory } from '@assay/schema';
import type { Words } from './lexical.ts';
import type { SyntaxNode } from './syntax-node.ts';

/**
 * The tests of one programming language. An item only describes: the engine does parsing, limits, the choice between
 * tree and words, and the selection of files.
 */
export interface Language {
  readonly id: string;
  readonly title: string;
  /** File extensions with the dot, compared in lower case. */
  readonly extensions: readonly string[];
  /** Reads syntax trees; null without a grammar. */
  readonly tree: TreeReader | null;
  /** The fallback without a tree: comments, strings and keywords. */
  readonly words: Words;
  /** Whether a file contains tests although its path is not a test path. */
  holdsTests?(text: string): boolean;
}

interface TreeReader {
  /** Grammars such as `python`; the next one is tried if the previous finds errors. */
  readonly grammars: readonly string[];
  /** Rewrites text that the grammar cannot parse; the length must not change. */
  prepare?(text: string): string;
  read(source: ParsedSource): Reading;
}

/** A parsed file for a reader. */
export interface ParsedSource {
  readonly path: string;
  readonly text: string;
  readonly root: SyntaxNode;
  /** Whether its path is a test path, not only `holdsTests`. */
  readonly is_test_file: boolean;
}

/** The result of a reader. */
export type Reading = Pick<FileInventory, 'tests' | 'helpers' | 'markers'>;

/** Declares a language. */
export const defineLanguage = (language: Language): Language => Object.freeze(language);
