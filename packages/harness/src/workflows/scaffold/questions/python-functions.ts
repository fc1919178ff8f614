import type { SyntaxNode } from '@assay/detect';
import type { AskedFunction, Insertion } from './asked-function.ts';

/** The public functions of a Python module. */
export function listPythonFunctions(path: string, text: string, root: SyntaxNode): AskedFunction[] {
  const module = findModule(path);
  if (module === undefined) return [];
  return root.namedChildren.flatMap((node) => {
    const definition = node.type === 'decorated_definition' ? node.child('definition') : node;
    const name = definition?.child('name')?.text ?? '_';
    if (definition?.type !== 'function_definition' || name.startsWith('_')) return [];
    const key = `${module}:${name}`;
    const insertion = findInsertion(definition, text, key);
    if (insertion === undefined) return [];
    return [{ path, key, ask: { python: key }, start: definition.start, insertions: [insertion] }];
  });
}

function findModule(path: string): string | undefined {
  const parts = path
    .replace(/\.py$/, '')
    .split('/')
    .filter((part, index, all) => part !== '__init__' || index < all.length - 1);
  return parts.length > 0 && parts.every((part) => /^[A-Za-z_]\w*$/.test(part)) ? parts.join('.') : undefined;
}

function findInsertion(definition: SyntaxNode, text: string, key: string): Insertion | undefined {
  const statements = definition.child('body')?.namedChildren ?? [];
  // a docstring must stay the first statement
  const first = isText(statements[0]) ? statements[1] : statements[0];
  if (first === undefined) return undefined;
  const statement = `__import__("assay_calls").record(${JSON.stringify(key)}, [${listArguments(definition)}])`;
  const indent = text.slice(text.lastIndexOf('\n', first.start - 1) + 1, first.start);
  return { at: first.start, text: indent.trim() === '' ? `${statement}\n${indent}` : `${statement}; ` };
}

const isText = (node: SyntaxNode | undefined): boolean =>
  node?.type === 'string' || (node?.type === 'expression_statement' && node.namedChildren[0]?.type === 'string');

/** The positional arguments: others cannot be given in a list. */
function listArguments(definition: SyntaxNode): string {
  const names: string[] = [];
  for (const node of definition.child('parameters')?.namedChildren ?? []) {
    const named = node.child('name') ?? (node.type === 'typed_parameter' ? node.namedChildren[0] : node);
    if (named?.type === 'identifier') names.push(named.text);
    else if (named?.type === 'list_splat_pattern') return [...names, named.text].join(', ');
    else if (named?.type !== 'positional_separator') break;
  }
  return names.join(', ');
}
