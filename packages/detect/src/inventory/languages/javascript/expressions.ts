import type { SyntaxNode } from '../../syntax-node.ts';

const WRAPPERS = new Set([
  'parenthesized_expression',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
  'type_assertion',
  'await_expression',
]);
const FUNCTIONS = new Set([
  'arrow_function',
  'function_expression',
  'function',
  'generator_function',
  'function_declaration',
  'generator_function_declaration',
  'method_definition',
]);

/** A node without parentheses, casts and `await`. */
export function bare(node: SyntaxNode): SyntaxNode {
  if (!WRAPPERS.has(node.type)) return node;
  const inner = node.type === 'type_assertion' ? node.namedChildren.at(-1) : node.namedChildren[0];
  return inner === undefined ? node : bare(inner);
}

export const isFunction = (node: SyntaxNode): boolean => FUNCTIONS.has(node.type);

/** Whether a node is a literal, including all its members. */
export function isLiteral(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'number':
    case 'string':
    case 'regex':
    case 'true':
    case 'false':
    case 'null':
    case 'undefined':
      return true;
    case 'template_string':
      return node.childOfType('template_substitution') === undefined;
    case 'unary_expression':
      return isLiteral(node.child('argument') ?? node.parent ?? node);
    case 'array':
    case 'object':
      return node.namedChildren.every(isLiteral);
    case 'pair':
      return isLiteral(node.child('value') ?? node);
    default:
      return false;
  }
}

/** Whether a node is always true or always false; undefined if it depends. */
export function constantTruth(given: SyntaxNode): boolean | undefined {
  const node = bare(given);
  switch (node.type) {
    case 'true':
    case 'regex':
    case 'array':
    case 'object':
      return true;
    case 'false':
    case 'null':
    case 'undefined':
      return false;
    case 'number':
      return Number(node.text.replaceAll('_', '')) !== 0;
    case 'string':
      return node.namedChildren.length > 0;
    case 'unary_expression': {
      const argument = node.child('argument');
      const truth = node.child('operator')?.type === '!' && argument ? constantTruth(argument) : undefined;
      return truth === undefined ? undefined : !truth;
    }
    case 'binary_expression':
      return truthOfBoth(node);
    default:
      return undefined;
  }
}

function truthOfBoth(node: SyntaxNode): boolean | undefined {
  const operator = node.child('operator')?.type;
  if (operator !== '&&' && operator !== '||') return undefined;
  const sides = [node.child('left'), node.child('right')].map((side) => side && constantTruth(side));
  const deciding = operator === '||';
  if (sides.includes(deciding)) return deciding;
  return sides.includes(undefined) ? undefined : !deciding;
}

/** `a.b.c` for a name or member, with `()` for calls in between; otherwise null. */
export function dottedName(given: SyntaxNode | undefined): string | null {
  const node = given && bare(given);
  switch (node?.type) {
    case 'identifier':
    case 'this':
      return node.text;
    case 'member_expression':
      return `${dottedName(node.child('object')) ?? '?'}.${node.child('property')?.text ?? ''}`;
    case 'call_expression':
      return `${dottedName(node.child('function')) ?? '?'}()`;
    default:
      return null;
  }
}

export const lastName = (dotted: string): string => dotted.slice(dotted.lastIndexOf('.') + 1);

export const listArguments = (call: SyntaxNode): readonly SyntaxNode[] => {
  const list = call.child('arguments');
  return list?.type === 'arguments' ? list.namedChildren : [];
};

/** The number of a literal; otherwise null. */
export function numberLiteral(node: SyntaxNode | undefined): number | null {
  if (node === undefined || !/^[\d.+-]/.test(node.text)) return null;
  const value = Number(node.text.replaceAll('_', ''));
  return Number.isFinite(value) ? value : null;
}

/** The content of a string, or the source of a template. */
export function stringLiteral(given: SyntaxNode | undefined): string | null {
  const node = given && bare(given);
  return node?.type === 'string' || node?.type === 'template_string' ? node.text.slice(1, -1) : null;
}

/** The entries of an object literal by name; a shorthand is its own value. */
export function objectEntries(object: SyntaxNode): Map<string, SyntaxNode> {
  const entries = new Map<string, SyntaxNode>();
  for (const entry of object.namedChildren) {
    const key = entry.child('key');
    const value = entry.child('value');
    if (entry.type === 'shorthand_property_identifier') entries.set(entry.text, entry);
    else if (key && value) entries.set(stringLiteral(key) ?? key.text, value);
  }
  return entries;
}

/** The whole chain of members and calls on a call. */
export function findChain(call: SyntaxNode): SyntaxNode {
  const parent = call.parent;
  if (parent?.type === 'non_null_expression') return findChain(parent);
  const goes_on =
    (parent?.type === 'member_expression' && parent.child('object') === call) ||
    (parent?.type === 'call_expression' && parent.child('function') === call);
  return goes_on ? findChain(parent) : call;
}
