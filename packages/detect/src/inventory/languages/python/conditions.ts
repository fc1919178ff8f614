import * as meaning from '../../assertion-meaning.ts';
import { compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { bare, constantTruth, dottedName, isLiteral, lastName, readArguments } from './expressions.ts';
import { findTolerance } from './tolerance.ts';

const BOUNDS = new Set(['<', '>', '<=', '>=']);
const SHAPES = /^(?:startswith|endswith|match|search|fullmatch|hasattr|issubset|issuperset|all|any|exists)$/;
const SAMES = /^(?:equals|array_equal|allclose|isclose|array_equiv)$/;

/** The meaning of an asserted condition. */
export function describeCondition(given: SyntaxNode): meaning.AssertionMeaning {
  const node = bare(given);
  if (constantTruth(node) === true) return meaning.describeValue(node, 'tautology');
  // `assert False` marks unreachable code, which is an exact assertion
  if (constantTruth(node) === false) return meaning.describeValue(node, 'exact');
  switch (node.type) {
    case 'comparison_operator':
      return judgeComparison(node);
    case 'not_operator':
      return meaning.opposite(describeCondition(node.child('argument') ?? node));
    case 'boolean_operator':
      return judgeBoth(node);
    case 'call':
      return judgeCall(node);
    default:
      return meaning.describeValue(node);
  }
}

function judgeComparison(node: SyntaxNode): meaning.AssertionMeaning {
  const [left, right, ...more] = node.namedChildren.filter(({ role }) => role !== 'operators');
  const operator = node.child('operators')?.type ?? '';
  if (left === undefined || right === undefined || more.length > 0) return meaning.describeValue(node, 'bound');
  const sides = orderSides(left, right);
  if (BOUNDS.has(operator)) return judgeBound(node, sides, operator);
  if (operator === 'in') return meaning.describeComparison({ actual: left, expected: right }, 'structure');
  if (operator === 'not in')
    return meaning.opposite(meaning.describeComparison({ actual: left, expected: right }, 'structure'));
  const of_type = isCallOf(sides.actual, 'type');
  const judged = meaning.describeComparison(sides, of_type ? 'type' : 'exact', findTolerance(sides.expected));
  return operator === '!=' || operator === '<>' || operator === 'is not' ? meaning.opposite(judged) : judged;
}

function judgeBound(node: SyntaxNode, sides: meaning.Sides, operator: string): meaning.AssertionMeaning {
  const never_less = isCallOf(sides.actual, 'len') && sides.expected.text === '0' && operator === '>=';
  return never_less ? meaning.describeValue(node, 'tautology') : meaning.describeComparison(sides, 'bound');
}

function judgeBoth(node: SyntaxNode): meaning.AssertionMeaning {
  const sides = [node.child('left'), node.child('right')].flatMap((side) => (side ? [describeCondition(side)] : []));
  const choose = node.child('operator')?.type === 'or' ? meaning.weakest : meaning.strongest;
  return meaning.describeValue(node, choose(sides.map(({ strength }) => strength)));
}

function judgeCall(node: SyntaxNode): meaning.AssertionMeaning {
  const name = lastName(dottedName(node.child('function')) ?? '');
  const { placed } = readArguments(node);
  const [first, second] = placed;
  if ((name === 'isinstance' || name === 'issubclass') && first && second) {
    return second.text === 'object'
      ? meaning.describeValue(node, 'tautology')
      : meaning.describeComparison({ actual: first, expected: second }, 'type');
  }
  if (name === 'callable' && first) return meaning.describeValue(first, 'type');
  if (SAMES.test(name)) return judgeSame(node, placed);
  return SHAPES.test(name) ? meaning.describeValue(node, 'structure') : meaning.describeValue(node);
}

function judgeSame(node: SyntaxNode, placed: readonly SyntaxNode[]): meaning.AssertionMeaning {
  const object = node.child('function')?.child('object');
  const [actual, expected] = placed.length > 1 ? placed : [object, placed[0]];
  if (!actual || !expected) return meaning.describeValue(node, 'exact');
  return meaning.describeComparison(orderSides(actual, expected), 'exact', findTolerance(node));
}

/** Orders the sides of a comparison: the literal is the expected value, otherwise the second. */
export const orderSides = (first: SyntaxNode, second: SyntaxNode): meaning.Sides =>
  isLiteral(first) && !isLiteral(second) ? { actual: second, expected: first } : { actual: first, expected: second };

const isCallOf = (node: SyntaxNode, name: string): boolean =>
  node.type === 'call' && compact(node.child('function') ?? node) === name;
