import { posix } from 'node:path';
import { parseSource, type SyntaxNode } from '@assay/detect';
import { isSource } from '../bugs/list-bugs.ts';
import { formatGoAsk } from './ask-go.ts';
import type { AskedFunction } from './asked-function.ts';
import { listJavascriptFunctions } from './javascript-functions.ts';
import { listPythonFunctions } from './python-functions.ts';

/** The functions of the sources that can be called from outside. */
export async function listFunctions(files: ReadonlyMap<string, string>): Promise<AskedFunction[]> {
  const found: AskedFunction[] = [];
  for (const [path, text] of files) {
    if (!isSource(path)) continue;
    const tree = await parseSource(path, text);
    if (tree?.language === 'python') found.push(...listPythonFunctions(path, text, tree.root));
    else if (tree?.language === 'go') found.push(...listGoFunctions(path, tree.root));
    else if (tree?.language === 'javascript' || tree?.language === 'typescript')
      found.push(...listJavascriptFunctions(path, tree.root));
  }
  return found;
}

/** The exported functions of a Go package. */
function listGoFunctions(path: string, root: SyntaxNode): AskedFunction[] {
  const name = root.childOfType('package_clause')?.namedChildren[0]?.text;
  // nothing can import a program
  if (name === undefined || name === 'main') return [];
  const folder = posix.dirname(path);
  return root.namedChildren.flatMap((node) => {
    const own = node.child('name')?.text ?? '';
    const args = listArguments(node);
    const body = node.child('body');
    const isGeneric = node.child('type_parameters') !== undefined;
    if (node.type !== 'function_declaration' || !/^[A-Z]/.test(own) || isGeneric || body === undefined || !args)
      return [];
    const key = `${folder}:${own}`;
    const text = ` assayRecord(${[JSON.stringify(key), ...args].join(', ')});`;
    const ask = formatGoAsk(folder, own);
    return [{ path, key, ask, package: name, start: node.start, insertions: [{ at: body.start + 1, text }] }];
  });
}

/** The names of the arguments; undefined if one of them has none. */
function listArguments(node: SyntaxNode): string[] | undefined {
  const parameters = node.child('parameters')?.namedChildren ?? [];
  const names = parameters.map((parameter) =>
    parameter.children.filter(({ role }) => role === 'name').map(({ text }) => text),
  );
  return names.some((own) => own.length === 0 || own.includes('_')) ? undefined : names.flat();
}
