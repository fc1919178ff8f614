import type { SyntaxNode } from '../../syntax-node.ts';
import { dottedName } from './expressions.ts';

/** The meaning of names in a module. */
export interface Names {
  /** A dotted name with its import alias resolved: `pt.mark.skip` becomes `pytest.mark.skip`. */
  resolve(dotted: string): string;
  /** The value of a name at module level. */
  valueOf(name: string): SyntaxNode | undefined;
  /** The decorators of a function at module level. */
  decoratorsOf(name: string): readonly SyntaxNode[];
}

export function readNames(root: SyntaxNode): Names {
  const imported = new Map<string, string>();
  const values = new Map<string, SyntaxNode>();
  const decorated = new Map<string, readonly SyntaxNode[]>();
  for (const node of root.walk(({ type }) => type !== 'class_definition' && type !== 'lambda')) {
    if (node.type === 'import_statement') for (const [as, name] of importsOf(node, '')) imported.set(as, name);
    if (node.type === 'import_from_statement') {
      const module = node.child('module_name')?.text ?? '';
      for (const [as, name] of importsOf(node, `${module}.`)) imported.set(as, name);
    }
    if (node.type === 'decorated_definition' && node.parent === root)
      decorated.set(node.child('definition')?.child('name')?.text ?? '', listDecorators(node));
    const right = node.type === 'assignment' ? node.child('right') : undefined;
    const left = node.child('left');
    if (right && left?.type === 'identifier' && !node.ancestor('function_definition')) values.set(left.text, right);
  }
  const resolved = new Map<string, string>();
  const resolve = (dotted: string): string => {
    const found = resolved.get(dotted) ?? lookUp(dotted);
    resolved.set(dotted, found);
    return found;
  };
  const lookUp = (dotted: string): string => {
    const [first = '', ...rest] = dotted.split('.');
    const known = imported.get(first) ?? aliasOf(values.get(first), imported);
    return [known ?? first, ...rest].join('.');
  };
  return {
    resolve,
    valueOf: (name) => values.get(name),
    decoratorsOf: (name) => decorated.get(name) ?? [],
  };
}

/** The expressions after the `@` of a definition. */
export const listDecorators = (definition: SyntaxNode): readonly SyntaxNode[] =>
  definition.children.flatMap((child) => (child.type === 'decorator' ? child.namedChildren : []));

function* importsOf(statement: SyntaxNode, prefix: string): Generator<readonly [as: string, name: string]> {
  for (const child of statement.children) {
    if (child.role !== 'name') continue;
    const name = (child.child('name') ?? child).text;
    const as = child.child('alias')?.text;
    // `import a.b` binds `a`
    if (as !== undefined) yield [as, prefix + name];
    else if (prefix !== '') yield [name, prefix + name];
  }
}

// `mark = pytest.mark`
function aliasOf(value: SyntaxNode | undefined, imported: ReadonlyMap<string, string>): string | undefined {
  const dotted = value?.type === 'attribute' || value?.type === 'identifier' ? dottedName(value) : null;
  if (dotted === null || dotted.includes('?') || dotted.includes('()')) return undefined;
  const [first = '', ...rest] = dotted.split('.');
  return [imported.get(first) ?? first, ...rest].join('.');
}
