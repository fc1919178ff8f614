import type { SyntaxNode } from '../../syntax-node.ts';
import { bare, dottedName, isFunction, listArguments, stringLiteral } from './expressions.ts';

/** The meaning of names in a module. */
export interface Names {
  /** The import of a name, such as `assert.deepEqual` or `test` from `node:assert`. */
  importOf(name: string): Imported | undefined;
  /** The initial value of a variable, or the function with this name. */
  valueOf(name: string): SyntaxNode | undefined;
}

interface Imported {
  readonly module: string;
  /** `default` and `*` as in JavaScript. */
  readonly name: string;
}

export function readNames(root: SyntaxNode): Names {
  const imports = new Map<string, Imported>();
  const values = new Map<string, SyntaxNode>();
  for (const node of root.walk()) {
    if (node.type === 'import_statement') readImport(node, imports);
    if (node.type === 'variable_declarator') readDeclarator(node, { imports, values });
    const name = node.type === 'function_declaration' ? node.child('name')?.text : undefined;
    if (name !== undefined && !values.has(name)) values.set(name, node);
  }
  return { importOf: (name) => imports.get(name), valueOf: (name) => values.get(name) };
}

function readImport(statement: SyntaxNode, imports: Map<string, Imported>): void {
  const module = stringLiteral(statement.child('source')) ?? '';
  const clause = statement.childOfType('import_clause');
  for (const part of clause?.namedChildren ?? []) {
    if (part.type === 'identifier') imports.set(part.text, { module, name: 'default' });
    if (part.type === 'namespace_import') imports.set(part.namedChildren[0]?.text ?? '', { module, name: '*' });
    for (const specifier of part.type === 'named_imports' ? part.namedChildren : []) {
      const name = specifier.child('name')?.text ?? '';
      imports.set(specifier.child('alias')?.text ?? name, { module, name });
    }
  }
}

interface Found {
  readonly imports: Map<string, Imported>;
  readonly values: Map<string, SyntaxNode>;
}

function readDeclarator(declarator: SyntaxNode, { imports, values }: Found): void {
  const name = declarator.child('name');
  const given = declarator.child('value');
  const value = given && bare(given);
  if (name === undefined || value === undefined) return;
  const module = requiredBy(value);
  if (name.type === 'identifier') {
    if (module !== null) imports.set(name.text, { module, name: memberRequired(value) });
    else if (!values.has(name.text)) values.set(name.text, value);
  }
  for (const part of name.type === 'object_pattern' && module !== null ? name.namedChildren : []) {
    const key = part.child('key')?.text ?? part.text;
    imports.set(part.child('value')?.text ?? part.text, { module: module ?? '', name: key });
  }
}

/** The module of `require('x')`, `require('x').y` and `require('x')()`. */
function requiredBy(value: SyntaxNode): string | null {
  if (isFunction(value)) return null;
  const [path] = (dottedName(value) ?? '').split('.');
  if (!path?.startsWith('require()')) return null;
  const call = [...value.walk()].find(
    (node) => node.type === 'call_expression' && node.child('function')?.text === 'require',
  );
  return call ? stringLiteral(listArguments(call)[0]) : null;
}

const memberRequired = (value: SyntaxNode): string =>
  value.type === 'member_expression' ? (value.child('property')?.text ?? 'default') : 'default';
