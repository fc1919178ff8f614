import type { TestAssertion, TestCase } from '@assay/schema';
import { compact, oneLine } from '../inventory/facts.ts';
import type { SyntaxNode } from '../inventory/syntax-node.ts';
import type { Edit } from './broken-test.ts';

/** An assertion of an inventory in the tree of its file. */
export interface PlacedAssertion {
  readonly node: SyntaxNode;
  readonly assertion: TestAssertion;
  /** What it asserts something about, if that stands in it. */
  readonly subject: SyntaxNode | undefined;
  /** The same, and what it must be equal to; undefined if it is no such comparison. */
  readonly compared: { readonly subject: SyntaxNode; readonly expected: SyntaxNode } | undefined;
}

/** The assertions of a test in the tree of its file, in text order. */
export function placeAssertions(root: SyntaxNode, { line, end_line, assertions }: TestCase): PlacedAssertion[] {
  const nodes = [...root.walk((node) => node.line <= end_line && node.endLine >= line)];
  return assertions.flatMap((assertion) => {
    // a block with one statement has the same text
    const node = nodes.findLast((each) => each.line === assertion.line && oneLine(each.text) === assertion.text);
    if (node === undefined) return [];
    const inner = [...node.walk()];
    const subject = inner.find((each) => each !== node && compact(each) === assertion.subject);
    return [{ node, assertion, subject, compared: subject && findSides({ node, inner, subject }, assertion) }];
  });
}

interface Found {
  readonly node: SyntaxNode;
  readonly inner: readonly SyntaxNode[];
  readonly subject: SyntaxNode;
}

function findSides({ node, inner, subject }: Found, { expected, strength, negated, tolerance }: TestAssertion) {
  if (tolerance !== null) return undefined;
  const outside = inner.filter((each) => each.end <= subject.start || each.start >= subject.end);
  // a reader of assertions drops `true`, because it says no more than that something holds
  const truth = expected === null && strength === 'truthy' && TRUTH.exec(node.text)?.[1];
  const wanted = truth || (strength === 'exact' && !negated && expected);
  const found = outside.findLast((each) => wanted && each.named && compact(each) === wanted);
  return found && { subject, expected: found };
}

const TRUTH =
  /(?:(?<!!)==|\bis|(?<!\.not)\.(?:toBe|toEqual|toStrictEqual|equal|eql))\s*\(?\s*(true|false|True|False)\s*\)?;?$/;
const BOOLEANS: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' };
const CONTAINER =
  /^(?:list|tuple|dictionary|set|pair|array|object|string|unary_operator|unary_expression|parenthesized_expression)$/;
const KEY = /^(?:property_identifier|string_content|string_fragment|string_start|string_end|escape_sequence)$/;
const QUOTED = /^[rbuRBU]?(["'])(?!\1\1)[\s\S]*\1$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

const isValue = ({ text }: SyntaxNode): boolean =>
  QUOTED.test(text) || DECIMAL.test(text) || Object.hasOwn(BOOLEANS, text) || /^(?:None|null)$/.test(text);

/** Whether a value is written out: a constant, or a container of such. */
export const isLiteral = (node: SyntaxNode): boolean =>
  isValue(node) ||
  (CONTAINER.test(node.type) && node.namedChildren.every((child) => KEY.test(child.type) || isLiteral(child)));

/** An edit after which a literal is another value of the same type; undefined for an empty one. */
export function alterLiteral(literal: SyntaxNode): Edit | undefined {
  for (const { start, end, text } of literal.walk()) {
    // the first digit, because the last may be within a tolerance
    if (DECIMAL.test(text)) return { start, end: start, text: '7' };
    if (QUOTED.test(text)) return { start: end - 1, end: end - 1, text: '~' };
    const opposite = BOOLEANS[text];
    if (opposite !== undefined) return { start, end, text: opposite };
  }
  return undefined;
}
