import { compact } from '../../facts.ts';
import { type Judged, judgeOne, judgeTwo, opposite, type Sides, strongest, weakest } from '../../judged.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { argumentsOf, bare, constantTruth, dottedName, isLiteral, lastName } from './expressions.ts';
import { findTolerance } from './tolerance.ts';

const BOUNDS = new Set(['<', '>', '<=', '>=']);
const SHAPES = /^(?:startswith|endswith|match|search|fullmatch|hasattr|issubset|issuperset|all|any|exists)$/;
const SAMES = /^(?:equals|array_equal|allclose|isclose|array_equiv)$/;

/** The meaning of an asserted condition. */
export function judgeCondition(given: SyntaxNode): Judged {
  const node = bare(given);
  if (constantTruth(node) === true) return judgeOne(node, 'tautology');
  // `assert False` marks unreachable code, which is an exact assertion
  if (constantTruth(node) === false) return judgeOne(node, 'exact');
  switch (node.type) {
    case 'comparison_operator':
      return judgeComparison(node);
    case 'not_operator':
      return opposite(judgeCondition(node.child('argument') ?? node));
    case 'boolean_operator':
      return judgeBoth(node);
    case 'call':
      return judgeCall(node);
    default:
      return judgeOne(node);
  }
}

function judgeComparison(node: SyntaxNode): Judged {
  const [left, right, ...more] = node.namedChildren.filter(({ role }) => role !== 'operators');
  const operator = node.child('operators')?.type ?? '';
  if (left === undefined || right === undefined || more.length > 0) return judgeOne(node, 'bound');
  const sides = orderSides(left, right);
  if (BOUNDS.has(operator)) return judgeBound(node, sides, operator);
  if (operator === 'in') return judgeTwo({ actual: left, expected: right }, 'structure');
  if (operator === 'not in') return opposite(judgeTwo({ actual: left, expected: right }, 'structure'));
  const of_type = isCallOf(sides.actual, 'type');
  const judged = judgeTwo(sides, of_type ? 'type' : 'exact', findTolerance(sides.expected));
  return operator === '!=' || operator === '<>' || operator === 'is not' ? opposite(judged) : judged;
}

function judgeBound(node: SyntaxNode, sides: Sides, operator: string): Judged {
  const never_less = isCallOf(sides.actual, 'len') && sides.expected.text === '0' && operator === '>=';
  return never_less ? judgeOne(node, 'tautology') : judgeTwo(sides, 'bound');
}

function judgeBoth(node: SyntaxNode): Judged {
  const sides = [node.child('left'), node.child('right')].flatMap((side) => (side ? [judgeCondition(side)] : []));
  const choose = node.child('operator')?.type === 'or' ? weakest : strongest;
  return judgeOne(node, choose(sides.map(({ strength }) => strength)));
}

function judgeCall(node: SyntaxNode): Judged {
  const name = lastName(dottedName(node.child('function')) ?? '');
  const { placed } = argumentsOf(node);
  const [first, second] = placed;
  if ((name === 'isinstance' || name === 'issubclass') && first && second) {
    return second.text === 'object'
      ? judgeOne(node, 'tautology')
      : judgeTwo({ actual: first, expected: second }, 'type');
  }
  if (name === 'callable' && first) return judgeOne(first, 'type');
  if (SAMES.test(name)) return judgeSame(node, placed);
  return SHAPES.test(name) ? judgeOne(node, 'structure') : judgeOne(node);
}

function judgeSame(node: SyntaxNode, placed: readonly SyntaxNode[]): Judged {
  const object = node.child('function')?.child('object');
  const [actual, expected] = placed.length > 1 ? placed : [object, placed[0]];
  if (!actual || !expected) return judgeOne(node, 'exact');
  return judgeTwo(orderSides(actual, expected), 'exact', findTolerance(node));
}

/** Orders the sides of a comparison: the literal is the expected value, otherwise the second. */
export const orderSides = (first: SyntaxNode, second: SyntaxNode): Sides =>
  isLiteral(first) && !isLiteral(second) ? { actual: second, expected: first } : { actual: first, expected: second };

const isCallOf = (node: SyntaxNode, name: string): boolean =>
  node.type === 'call' && compact(node.child('function') ?? node) === name;
