import type { SyntaxNode } from '../../syntax-node.ts';
import { dottedName, lastName, readArguments } from './expressions.ts';
import type { Names } from './names.ts';

/** The number of cases of a test: data rows of its decorators times values of its fixtures. */
export function countCases(decorators: readonly SyntaxNode[], asked: readonly string[], names: Names): number {
  const fixtures = asked.flatMap((name) => names.decoratorsOf(name).filter(isFixture));
  return [...decorators, ...fixtures].reduce((all, decorator) => all * countRows(decorator, names), 1);
}

const isFixture = ({ text }: SyntaxNode): boolean => /^(?:\w+\.)*fixture\b/.test(text);

function countRows(decorator: SyntaxNode, names: Names): number {
  if (decorator.type !== 'call') return 1;
  const name = lastName(dottedName(decorator.child('function')) ?? '');
  const { placed, named } = readArguments(decorator);
  if (name === 'parametrize') return lengthOf(named.get('argvalues') ?? placed[1], names);
  if (name === 'expand' || name === 'parameterized') return lengthOf(named.get('input') ?? placed[0], names);
  if (name === 'fixture') return lengthOf(named.get('params'), names);
  // ddt: `@data(1, 2, 3)`
  return name === 'data' && placed.length > 0 ? placed.length : 1;
}

function lengthOf(given: SyntaxNode | undefined, names: Names): number {
  const value = given?.type === 'identifier' ? names.valueOf(given.text) : given;
  if (value?.type !== 'list' && value?.type !== 'tuple' && value?.type !== 'set') return 1;
  return value.namedChildren.length;
}
