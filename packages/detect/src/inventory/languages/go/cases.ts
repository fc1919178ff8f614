import type { SyntaxNode } from '../../syntax-node.ts';

/** The number of data rows and named subtests that are written in a test. */
export function goCases(block: SyntaxNode): number {
  const tables = new Map<string, number>();
  let rows = 0;
  for (const node of block.walk()) {
    if (node.type === 'short_var_declaration' || node.type === 'var_spec') {
      const name = (node.child('left') ?? node.child('name'))?.text;
      const table = (node.child('right') ?? node.child('value'))?.namedChildren[0];
      const count = rowsOf(table);
      if (name !== undefined && count > 0) tables.set(name, count);
    } else if (node.type === 'range_clause') {
      const over = node.child('right');
      rows += rowsOf(over) || (tables.get(over?.text ?? '') ?? 0);
    } else if (isNamedSubtest(node)) rows += 1;
  }
  return Math.max(1, rows);
}

function rowsOf(node: SyntaxNode | undefined): number {
  const type = node?.child('type')?.type;
  if (node?.type !== 'composite_literal' || !/^(?:slice|map|implicit_length_array|array)_type$/.test(type ?? ''))
    return 0;
  return node.child('body')?.namedChildren.length ?? 0;
}

function isNamedSubtest(node: SyntaxNode): boolean {
  if (node.type !== 'call_expression' || node.child('function')?.child('field')?.text !== 'Run') return false;
  const [name] = node.child('arguments')?.namedChildren ?? [];
  return name !== undefined && /string_literal$/.test(name.type);
}
