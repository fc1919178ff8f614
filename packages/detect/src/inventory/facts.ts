import { hash } from 'node:crypto';
import type { TestAssertion, TestMarker } from '@assay/schema';
import { isComment, type SyntaxNode } from './syntax-node.ts';

const LONGEST_TEXT = 200;
// longer sides are truncated with a digest, so that data tables in assertions are not stored twice
const LONGEST_SIDE = 400;
const CLOSING = new Set([')', ']', '}']);
const NONE: ReadonlySet<SyntaxNode> = new Set();

/** A text on one line with up to 200 characters. */
export function oneLine(text: string): string {
  // cut first, so that only the visible part is processed
  const line = text
    .slice(0, LONGEST_TEXT * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT - 1)}…` : line;
}

/** The code of a node without comments, blanks and trailing commas, so that layout does not matter. */
export function compact(node: SyntaxNode): string {
  const code = joinTokens(tokensOf(node));
  return code.length > LONGEST_SIDE ? `${code.slice(0, LONGEST_SIDE)}#${digestText(code)}` : code;
}

/** A digest of code that ignores comments and blanks. */
export function codeDigest(nodes: readonly SyntaxNode[]): string {
  return digestText(nodes.map((node) => joinTokens(tokensOf(node))).join('\n'));
}

export const digestText = (text: string): string => hash('sha256', text).slice(0, 32);

interface AssertionFacts {
  readonly subject: string;
  readonly expected?: string | null;
  readonly strength: TestAssertion['strength'];
  readonly negated?: boolean;
  readonly tolerance?: number | null;
}

/** An assertion at a node. */
export function assertionAt(node: SyntaxNode, facts: AssertionFacts): TestAssertion {
  return {
    line: node.line,
    text: oneLine(node.text),
    subject: facts.subject,
    expected: facts.expected ?? null,
    strength: facts.strength,
    negated: facts.negated ?? false,
    tolerance: facts.tolerance ?? null,
  };
}

/** A marker at a node. */
export function markerAt(node: SyntaxNode, kind: TestMarker['kind'], conditional = false): TestMarker {
  return { line: node.line, kind, text: oneLine(node.text), conditional };
}

/** The tokens of a node without comments; a skipped part becomes `…`. */
export function tokensOf(node: SyntaxNode, skipped: ReadonlySet<SyntaxNode> = NONE): string[] {
  const tokens: string[] = [];
  if (isAllOfText(node)) return tokens;
  node.visit((part) => {
    if (isComment(part.type)) return false;
    if (skipped.has(part)) {
      tokens.push('…');
      return false;
    }
    const whole = isTextual(part.type);
    if (part.children.length > 0 && !whole) return true;
    // text between tags is one leaf with line breaks
    const token = whole ? sameQuotes(part.text) : withSingleBlanks(part.text);
    if (CLOSING.has(token) && tokens.at(-1) === ',') tokens.pop();
    if (token !== '' && token !== ';') tokens.push(token);
    return false;
  });
  return tokens;
}

const withSingleBlanks = (text: string): string => (/\s/.test(text) ? text.trim().replace(/\s+/g, ' ') : text);

// strings are kept whole, because blanks in them matter
const TEXTUAL = /^(?:.*_)?(?:string|string_literal|character_literal|char_literal|regex|heredoc_body|heredoc)$/;
const textual = new Map<string, boolean>();
function isTextual(type: string): boolean {
  let known = textual.get(type);
  if (known === undefined) {
    known = TEXTUAL.test(type);
    textual.set(type, known);
  }
  return known;
}
const isAllOfText = ({ parent, start, end }: SyntaxNode): boolean =>
  parent !== null && parent.start === start && parent.end === end && isTextual(parent.type);

function sameQuotes(text: string): string {
  const inner = text.slice(1, -1);
  return text.startsWith("'") && text.endsWith("'") && !/['"\\]/.test(inner) ? `"${inner}"` : text;
}

/** Joins tokens with as few blanks as possible. */
export function joinTokens(tokens: readonly string[]): string {
  let code = '';
  let after_word = false;
  for (const token of tokens) {
    if (after_word && isWord(token.charCodeAt(0))) code += ' ';
    code += token;
    after_word = isWord(token.charCodeAt(token.length - 1));
  }
  return code;
}

// a letter, digit, _ or $; by char code, because a regular expression is slower and this runs for every token
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36;
