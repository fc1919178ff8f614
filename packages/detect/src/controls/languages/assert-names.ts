import type { SyntaxNode } from '../../inventory/syntax-node.ts';

/** What a file calls the assertions of Node. */
export interface AssertNames {
  readonly modules: ReadonlySet<string>;
  /** Functions by the name they have in the file, such as `same` for `deepEqual`. */
  readonly functions: ReadonlyMap<string, string>;
}

const MODULE = /^(['"])(?:node:)?assert(?:\/strict)?\1$/;
const REQUIRED = /^require\((['"])(?:node:)?assert(?:\/strict)?\1\)(?:\.strict)?$/;

/** Reads `import` and `require`. What is called `assert` counts, wherever it comes from. */
export function findAssertNames(root: SyntaxNode): AssertNames {
  const names = { modules: new Set(['assert']), functions: new Map<string, string>() };
  const note = (from: string, name: string): void => {
    if (/^(?:default|strict|assert)$/.test(from)) names.modules.add(name);
    else names.functions.set(name, from);
  };
  for (const declarator of root.find('variable_declarator')) {
    const target = declarator.child('name');
    if (target === undefined || !REQUIRED.test(declarator.child('value')?.text ?? '')) continue;
    if (target.type === 'identifier') names.modules.add(target.text);
    for (const { type, text } of target.type === 'object_pattern' ? target.namedChildren : []) {
      const [from = '', name = from] = text.split(/\s*:\s*/);
      if (/^(?:pair|shorthand_property_identifier)_pattern$/.test(type)) note(from, name);
    }
  }
  for (const statement of root.find('import_statement')) {
    if (!MODULE.test(statement.child('source')?.text ?? '')) continue;
    const clause = statement.namedChildren.find(({ type }) => type === 'import_clause');
    for (const part of clause?.namedChildren ?? [])
      if (part.type === 'identifier') names.modules.add(part.text);
      else if (part.type === 'namespace_import') names.modules.add(part.namedChildren[0]?.text ?? '');
    for (const specifier of statement.find('import_specifier')) {
      const from = specifier.child('name')?.text ?? '';
      note(from, specifier.child('alias')?.text ?? from);
    }
  }
  return names;
}
