import type { SyntaxNode } from '../../syntax-node.ts';
import { argumentsOf, dottedName, lastName } from './expressions.ts';
import type { Names } from './names.ts';

/** How many rows of data the decorators of a test run it with; several multiply. */
export function countCases(decorators: readonly SyntaxNode[], names: Names): number {
  return decorators.map((decorator) => countRows(decorator, names)).reduce((all, rows) => all * rows, 1);
}

function countRows(decorator: SyntaxNode, names: Names): number {
  if (decorator.type !== 'call') return 1;
  const name = lastName(dottedName(decorator.child('function')) ?? '');
  const { placed, named } = argumentsOf(decorator);
  if (name === 'parametrize') return lengthOf(named.get('argvalues') ?? placed[1], names);
  if (name === 'expand' || name === 'parameterized') return lengthOf(named.get('input') ?? placed[0], names);
  // of ddt: `@data(1, 2, 3)`
  return name === 'data' && placed.length > 0 ? placed.length : 1;
}

function lengthOf(given: SyntaxNode | undefined, names: Names): number {
  const value = given?.type === 'identifier' ? names.valueOf(given.text) : given;
  if (value?.type !== 'list' && value?.type !== 'tuple' && value?.type !== 'set') return 1;
  return value.namedChildren.length;
}
