import type { FileInventory } from '@assay/schema';
import type { Words } from './lexical.ts';
import type { SyntaxNode } from './syntax-node.ts';

/**
 * One programming language, as far as its tests go. An item only describes: parsing, bounds, the choice between
 * tree and words, and the selection of files belong to the engine.
 */
export interface Language {
  readonly id: string;
  readonly title: string;
  /** Endings of its files, with the dot; they are compared in lower case. */
  readonly extensions: readonly string[];
  /** How its trees are read; null where there is no grammar for it. */
  readonly tree: TreeReader | null;
  /** How it is read where there is no tree: its comments, strings and telling words. */
  readonly words: Words;
  /** Whether a file that is no test file by its path has tests in it all the same. */
  holdsTests?(text: string): boolean;
}

interface TreeReader {
  /** Names of grammars, such as `python`; the next is tried where the one before finds errors. */
  readonly grammars: readonly string[];
  /** What the parser is given instead of the text, where it trips over something; of the same length. */
  prepare?(text: string): string;
  read(source: ParsedSource): Reading;
}

/** A file as a reader gets it. */
export interface ParsedSource {
  readonly path: string;
  readonly text: string;
  readonly root: SyntaxNode;
  /** Whether it is a test file by its path, and not only because `holdsTests` said so. */
  readonly is_test_file: boolean;
}

/** What a reader finds in a file. */
export type Reading = Pick<FileInventory, 'tests' | 'helpers' | 'markers'>;

/** Declares a language. */
export const defineLanguage = (language: Language): Language => Object.freeze(language);
