import {
  type AssertionMeaning,
  describeComparison,
  describeValue,
  opposite,
  type Sides,
  strongest,
  weakest,
} from '../../assertion-meaning.ts';
import { compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { bare, constantTruth, dottedName, isLiteral, lastName, readArguments } from './expressions.ts';
import { findTolerance } from './tolerance.ts';

const BOUNDS = new Set(['<', '>', '<=', '>=']);
const SHAPES = /^(?:startswith|endswith|match|search|fullmatch|hasattr|issubset|issuperset|all|any|exists)$/;
const SAMES = /^(?:equals|array_equal|allclose|isclose|array_equiv)$/;

/** The meaning of an asserted condition. */
export function describeCondition(given: SyntaxNode): AssertionMeaning {
  const node = bare(given);
  if (constantTruth(node) === true) return describeValue(node, 'tautology');
  // `assert False` marks unreachable code, which is an exact assertion
  if (constantTruth(node) === false) return describeValue(node, 'exact');
  switch (node.type) {
    case 'comparison_operator':
      return judgeComparison(node);
    case 'not_operator':
      return opposite(describeCondition(node.child('argument') ?? node));
    case 'boolean_operator':
      return judgeBoth(node);
    case 'call':
      return judgeCall(node);
    default:
      return describeValue(node);
  }
}

function judgeComparison(node: SyntaxNode): AssertionMeaning {
  const [left, right, ...more] = node.namedChildren.filter(({ role }) => role !== 'operators');
  const operator = node.child('operators')?.type ?? '';
  if (left === undefined || right === undefined || more.length > 0) return describeValue(node, 'bound');
  const sides = orderSides(left, right);
  if (BOUNDS.has(operator)) return judgeBound(node, sides, operator);
  if (operator === 'in') return describeComparison({ actual: left, expected: right }, 'structure');
  if (operator === 'not in') return opposite(describeComparison({ actual: left, expected: right }, 'structure'));
  const of_type = isCallOf(sides.actual, 'type');
  const judged = describeComparison(sides, of_type ? 'type' : 'exact', findTolerance(sides.expected));
  return operator === '!=' || operator === '<>' || operator === 'is not' ? opposite(judged) : judged;
}

function judgeBound(node: SyntaxNode, sides: Sides, operator: string): AssertionMeaning {
  const never_less = isCallOf(sides.actual, 'len') && sides.expected.text === '0' && operator === '>=';
  return never_less ? describeValue(node, 'tautology') : describeComparison(sides, 'bound');
}

function judgeBoth(node: SyntaxNode): AssertionMeaning {
  const sides = [node.child('left'), node.child('right')].flatMap((side) => (side ? [describeCondition(side)] : []));
  const choose = node.child('operator')?.type === 'or' ? weakest : strongest;
  return describeValue(node, choose(sides.map(({ strength }) => strength)));
}

function judgeCall(node: SyntaxNode): AssertionMeaning {
  const name = lastName(dottedName(node.child('function')) ?? '');
  const { placed } = readArguments(node);
  const [first, second] = placed;
  if ((name === 'isinstance' || name === 'issubclass') && first && second) {
    return second.text === 'object'
      ? describeValue(node, 'tautology')
      : describeComparison({ actual: first, expected: second }, 'type');
  }
  if (name === 'callable' && first) return describeValue(first, 'type');
  if (SAMES.test(name)) return judgeSame(node, placed);
  return SHAPES.test(name) ? describeValue(node, 'structure') : describeValue(node);
}

function judgeSame(node: SyntaxNode, placed: readonly SyntaxNode[]): AssertionMeaning {
  const object = node.child('function')?.child('object');
  const [actual, expected] = placed.length > 1 ? placed : [object, placed[0]];
  if (!actual || !expected) return describeValue(node, 'exact');
  return describeComparison(orderSides(actual, expected), 'exact', findTolerance(node));
}

/** Orders the sides of a comparison: the literal is the expected value, otherwise the second. */
export const orderSides = (first: SyntaxNode, second: SyntaxNode): Sides =>
  isLiteral(first) && !isLiteral(second) ? { actual: second, expected: first } : { actual: first, expected: second };

const isCallOf = (node: SyntaxNode, name: string): boolean =>
  node.type === 'call' && compact(node.child('function') ?? node) === name;
