import type { SyntaxNode } from '../../syntax-node.ts';
import { bare, dottedName, listArguments } from './expressions.ts';
import type { Names } from './names.ts';

/** The number of rows of `each([…])` or a template table; 1 if unknown. */
export function countRows(call: SyntaxNode, names: Names): number {
  const table = call.child('arguments');
  if (table?.type === 'template_string') return countTemplateRows(table);
  const rows = listArguments(call)[0];
  return rows ? lengthOf(rows, names) : 1;
}

function countTemplateRows(table: SyntaxNode): number {
  const header = table.text.slice(1).trimStart().split('\n')[0] ?? '';
  const columns = header.split('|').length;
  const values = table.children.filter(({ type }) => type === 'template_substitution').length;
  return Math.max(1, Math.round(values / columns));
}

/** How often a loop around a test declares it: `for (const x of […])` and `[…].forEach(…)`. */
export function countLoops(declaration: SyntaxNode, names: Names): number {
  let times = 1;
  for (const above of declaration.ancestors()) {
    const over = loopedOver(above);
    if (over !== undefined) times *= Math.max(1, lengthOf(over, names));
  }
  return times;
}

function loopedOver(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'for_in_statement' && node.child('operator')?.type === 'of') return node.child('right');
  const callee = node.type === 'call_expression' ? node.child('function') : undefined;
  return /\.(?:forEach|map)$/.test(dottedName(callee) ?? '') ? callee?.child('object') : undefined;
}

function lengthOf(given: SyntaxNode, names: Names): number {
  const node = bare(given);
  const value = node.type === 'identifier' ? names.valueOf(node.text) : node;
  if (value?.type !== 'array' || value.childOfType('spread_element')) return 1;
  return value.namedChildren.length;
}
