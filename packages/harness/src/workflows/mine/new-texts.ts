import { parseSource, type SyntaxNode } from '@assay/detect';
import type { NamesOptions } from './new-names.ts';

/**
 * The texts that the tests expect and nobody can guess: new ones in quotes, which the solution has in quotes too, whole
 * or in parts around values.
 */
export async function findNewTexts({ source, tests, isKnown }: NamesOptions): Promise<readonly string[]> {
  const parts: string[] = [];
  for (const { path, before, after } of source)
    for (const text of await listTexts(path, after))
      parts.push(...text.split(VALUES).filter((part) => part.trim().length >= SHORTEST && !before.includes(part)));
  const found = new Set<string>();
  for (const { path, before, after } of tests)
    for (const text of await listTexts(path, after))
      if (isSentence(text) && !before.includes(text) && parts.some((part) => text.includes(part))) found.add(text);
  const unknown: string[] = [];
  for (const text of found) if (unknown.length < MOST && !(await isKnown(text))) unknown.push(text);
  return unknown;
}

const MOST = 10;
const [SHORTEST, LONGEST] = [8, 200];
// `${a}`, `{a}`, `#{a}`, `%s`
const VALUES = /[$#]?\{[^{}]*\}|%[-+\d.]*[a-zA-Z]/;

// a single word is a name or a value, and the text of a program no message
const isSentence = (text: string): boolean =>
  text.length <= LONGEST && /\p{L}{2,}.*\s.*\p{L}{2,}/u.test(text) && !/[\n;=]|[$#]\{|=>/.test(text);

async function listTexts(path: string, text: string): Promise<string[]> {
  const parsed = await parseSource(path, text).catch(() => undefined);
  if (parsed === undefined) return [];
  const texts: string[] = [];
  const waiting: SyntaxNode[] = [parsed.root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    // a text that is a statement says what the code around it does
    if (node.type === 'expression_statement' && TEXT.test(node.children[0]?.type ?? '')) continue;
    if (TEXT.test(node.type)) texts.push(unquote(node.text));
    else waiting.push(...node.children);
  }
  return texts;
}

const TEXT = /^(?:.*_)?(?:string|string_literal|regex)$/;

/** The text between quotes, and that of a pattern if it is one. */
const unquote = (text: string): string =>
  text.replace(/^[a-zA-Z]*("""|'''|["'`/])([\s\S]*)\1[a-z]*$/, '$2').replace(/\\([.()[\]{}'"`/?*+$^|])/g, '$1');
