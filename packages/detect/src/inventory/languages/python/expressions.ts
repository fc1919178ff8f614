import type { SyntaxNode } from '../../syntax-node.ts';

const CONSTANTS = new Set(['integer', 'float', 'true', 'false', 'none', 'ellipsis']);
const COLLECTIONS = new Set(['list', 'tuple', 'dictionary', 'set', 'pair', 'unary_operator', 'concatenated_string']);

/** A node without its parentheses. */
export function bare(node: SyntaxNode): SyntaxNode {
  const inner = node.type === 'parenthesized_expression' ? node.namedChildren[0] : undefined;
  return inner === undefined ? node : bare(inner);
}

/** Whether a node is a literal, including all its members. */
export function isLiteral(node: SyntaxNode): boolean {
  if (CONSTANTS.has(node.type)) return true;
  if (node.type === 'string') return node.childOfType('interpolation') === undefined;
  return COLLECTIONS.has(node.type) && node.namedChildren.every(isLiteral);
}

/** Whether a node is always true or always false; undefined if it depends. */
export function constantTruth(given: SyntaxNode): boolean | undefined {
  const node = bare(given);
  switch (node.type) {
    case 'true':
      return true;
    case 'false':
    case 'none':
      return false;
    case 'integer':
    case 'float':
      return Number(node.text.replaceAll('_', '')) !== 0;
    case 'string':
      return node.childOfType('interpolation') ? undefined : node.childOfType('string_content') !== undefined;
    case 'tuple':
    case 'list':
    case 'dictionary':
      return node.namedChildren.length > 0;
    case 'not_operator': {
      const inner = node.child('argument');
      const truth = inner && constantTruth(inner);
      return truth === undefined ? undefined : !truth;
    }
    case 'boolean_operator':
      return truthOfBoth(node);
    default:
      return undefined;
  }
}

function truthOfBoth(node: SyntaxNode): boolean | undefined {
  const sides = [node.child('left'), node.child('right')].map((side) => side && constantTruth(side));
  const deciding = node.child('operator')?.type === 'or';
  if (sides.includes(deciding)) return deciding;
  return sides.includes(undefined) ? undefined : !deciding;
}

/** `a.b.c` for a name or attribute, with `()` for calls in between; otherwise null. */
export function dottedName(node: SyntaxNode | undefined): string | null {
  switch (node?.type) {
    case 'identifier':
      return node.text;
    case 'attribute': {
      const object = dottedName(node.child('object')) ?? '?';
      return `${object}.${node.child('attribute')?.text ?? ''}`;
    }
    case 'call':
      return `${dottedName(node.child('function')) ?? '?'}()`;
    case 'parenthesized_expression':
      return dottedName(node.namedChildren[0]);
    default:
      return null;
  }
}

export const lastName = (dotted: string): string => dotted.slice(dotted.lastIndexOf('.') + 1);

/** The arguments of a call by position, without spread ones, and by name. */
export interface Arguments {
  readonly placed: readonly SyntaxNode[];
  readonly named: ReadonlyMap<string, SyntaxNode>;
}

export function readArguments(call: SyntaxNode): Arguments {
  const placed: SyntaxNode[] = [];
  const named = new Map<string, SyntaxNode>();
  for (const argument of call.child('arguments')?.namedChildren ?? []) {
    const value = argument.child('value');
    if (argument.type !== 'keyword_argument') placed.push(argument);
    else if (value) named.set(argument.child('name')?.text ?? '', value);
  }
  return { placed, named };
}

/** The number of a literal; otherwise null. */
export function numberLiteral(node: SyntaxNode | undefined): number | null {
  if (node === undefined || !/^[\d.+-]/.test(node.text)) return null;
  const value = Number(node.text.replaceAll('_', ''));
  return Number.isFinite(value) ? value : null;
}

/** The content of a plain string. */
export const stringLiteral = (node: SyntaxNode | undefined): string | null =>
  node?.type === 'string' && isLiteral(node) ? (node.childOfType('string_content')?.text ?? '') : null;
