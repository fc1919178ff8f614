import type { SyntaxNode } from '../../syntax-node.ts';
import { type Annotation, countRows, findElement } from './annotations.ts';

/** The number of data rows of a test: from its annotations, or from its source method in the same class. */
export function countCases(
  method: SyntaxNode,
  { annotations, owner }: { annotations: readonly Annotation[]; owner: SyntaxNode },
): number {
  const rows = countRows(annotations);
  if (rows !== null) return Math.max(1, rows);
  const source =
    sourceName(annotations) ??
    (annotations.some(({ name }) => name === 'MethodSource') ? method.child('name')?.text : undefined);
  return source === undefined ? 1 : Math.max(1, rowsOfSource(owner, source));
}

function sourceName(annotations: readonly Annotation[]): string | undefined {
  for (const annotation of annotations) {
    const value =
      annotation.name === 'MethodSource' ? findElement(annotation, 'value') : findElement(annotation, 'dataProvider');
    if (value?.type === 'string_literal') return value.text.slice(1, -1);
  }
  return undefined;
}

function rowsOfSource(owner: SyntaxNode, name: string): number {
  const method = owner
    .child('body')
    ?.namedChildren.find((member) => member.type === 'method_declaration' && isSource(member, name));
  const result = method?.child('body')?.find('return_statement').at(-1)?.namedChildren[0];
  if (result === undefined) return 1;
  if (result.type === 'method_invocation') {
    return /^(?:Stream|List|Arrays|Set)\.(?:of|asList)/.test(result.text)
      ? (result.child('arguments')?.namedChildren.length ?? 1)
      : 1;
  }
  const list = result.type === 'array_creation_expression' ? result.child('value') : result;
  return list?.type === 'array_initializer' ? list.namedChildren.length : 1;
}

/** TestNG names a provider in its annotation, JUnit by its method name. */
function isSource(member: SyntaxNode, name: string): boolean {
  const modifiers = member.childOfType('modifiers')?.text ?? '';
  return (
    member.child('name')?.text === name || (modifiers.includes('@DataProvider') && modifiers.includes(`"${name}"`))
  );
}
