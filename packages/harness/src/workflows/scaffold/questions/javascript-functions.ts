import type { SyntaxNode } from '@assay/detect';
import type { AskedFunction, Insertion } from './asked-function.ts';

const FUNCTIONS = ['function_declaration', 'function_expression', 'function', 'arrow_function', 'method_definition'];

/** The exported functions of a JavaScript or TypeScript module. */
export function listJavascriptFunctions(path: string, root: SyntaxNode): AskedFunction[] {
  const exported = new Map<SyntaxNode, string>();
  for (const [name, node] of listExports(root))
    if (node !== undefined && FUNCTIONS.includes(node.type) && !exported.has(node)) exported.set(node, name);
  return [...exported].flatMap(([node, name]) => {
    const key = `${path}#${name}`;
    const insertions = listInsertions(node, key);
    return insertions === undefined ? [] : [{ path, key, ask: { node: key }, start: node.start, insertions }];
  });
}

type Export = readonly [name: string, node: SyntaxNode | undefined];

function listExports(root: SyntaxNode): Export[] {
  const local = new Map<string, SyntaxNode>();
  for (const node of root.namedChildren)
    for (const [name, value] of listDeclared(node.child('declaration') ?? node)) local.set(name, value);
  const resolve = (node: SyntaxNode | undefined): SyntaxNode | undefined =>
    node?.type === 'identifier' ? local.get(node.text) : node;
  return root.namedChildren.flatMap((node) => {
    if (node.type === 'export_statement') return listExported(node, resolve);
    const assigned = node.type === 'expression_statement' ? node.childOfType('assignment_expression') : undefined;
    return assigned === undefined ? [] : listAssigned(assigned, resolve);
  });
}

function listDeclared(node: SyntaxNode): [name: string, value: SyntaxNode][] {
  const name = node.child('name');
  if (node.type === 'function_declaration' && name !== undefined) return [[name.text, node]];
  return node.find('variable_declarator').flatMap((declared) => {
    const [key, value] = [declared.child('name'), declared.child('value')];
    return declared.parent === node && key !== undefined && value !== undefined ? [[key.text, value]] : [];
  });
}

type Resolve = (node: SyntaxNode | undefined) => SyntaxNode | undefined;

function listExported(node: SyntaxNode, resolve: Resolve): Export[] {
  const declaration = node.child('declaration');
  if (node.childOfType('default') !== undefined) return [['default', resolve(declaration ?? node.child('value'))]];
  if (declaration !== undefined) return listDeclared(declaration);
  // those of another module have other code
  if (node.child('source') !== undefined) return [];
  return node.find('export_specifier').map((specifier) => {
    const name = specifier.child('name');
    return [(specifier.child('alias') ?? name)?.text ?? '', resolve(name)];
  });
}

/** `exports.name = …`, `module.exports.name = …` and `module.exports = …`. */
function listAssigned(node: SyntaxNode, resolve: Resolve): Export[] {
  const [left, right] = [node.child('left')?.text ?? '', node.child('right')];
  const name = /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1];
  if (name !== undefined) return [[name, resolve(right)]];
  if (left !== 'module.exports') return [];
  if (right?.type !== 'object') return [['default', resolve(right)]];
  return right.namedChildren.map((member): Export => {
    if (member.type === 'pair') return [member.child('key')?.text ?? '', resolve(member.child('value'))];
    if (member.type === 'method_definition') return [member.child('name')?.text ?? '', member];
    return [member.text, member.type === 'shorthand_property_identifier' ? resolveName(member, resolve) : undefined];
  });
}

// a shorthand member is a name too, of another type
const resolveName = (member: SyntaxNode, resolve: Resolve): SyntaxNode | undefined =>
  resolve({ type: 'identifier', text: member.text } as SyntaxNode);

function listInsertions(node: SyntaxNode, key: string): Insertion[] | undefined {
  const body = node.child('body');
  const args = node.type === 'arrow_function' ? listArguments(node) : '...arguments';
  if (body === undefined || args === undefined) return undefined;
  const call = `process.assayRecord?.(${JSON.stringify(key)}, [${args}])`;
  if (body.type === 'statement_block') return [{ at: body.start + 1, text: ` ${call};` }];
  return [
    { at: body.start, text: `(${call}, ` },
    { at: body.end, text: ')' },
  ];
}

/** The arguments of an arrow function, which has no other name for them; undefined if one of them has none. */
function listArguments(node: SyntaxNode): string | undefined {
  const parameters = node.child('parameters')?.namedChildren ?? [];
  const names = [...parameters, ...(node.child('parameter') === undefined ? [] : [node.child('parameter')])].map(
    (parameter) => {
      const pattern = parameter?.child('pattern') ?? parameter?.child('left') ?? parameter;
      return pattern?.type === 'identifier' || pattern?.type === 'rest_pattern' ? pattern.text : undefined;
    },
  );
  return names.includes(undefined) ? undefined : names.join(', ');
}
