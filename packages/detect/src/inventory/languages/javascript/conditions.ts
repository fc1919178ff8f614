import * as meaning from '../../assertion-meaning.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { bare, constantTruth, dottedName, isLiteral, lastName, listArguments } from './expressions.ts';

const SHAPES = /^(?:includes|startsWith|endsWith|test|match|has|hasOwn|every|some|hasOwnProperty)$/;
const TYPES = /^(?:isArray|isBuffer|isInteger|isView)$/;

/** The meaning of an asserted condition. */
export function describeCondition(given: SyntaxNode): meaning.AssertionMeaning {
  const node = bare(given);
  if (constantTruth(node) === true) return meaning.describeValue(node, 'tautology');
  // `assert(false)` marks unreachable code, which is an exact assertion
  if (constantTruth(node) === false) return meaning.describeValue(node, 'exact');
  if (node.type === 'binary_expression') return judgeBinary(node);
  if (node.type === 'call_expression') return judgeCall(node);
  const argument = node.type === 'unary_expression' ? node.child('argument') : undefined;
  return argument && node.child('operator')?.type === '!'
    ? meaning.opposite(describeCondition(argument))
    : meaning.describeValue(node);
}

/** Whether a condition asserts more than truthiness. */
export const assertsMoreThanTruth = (node: SyntaxNode): boolean => describeCondition(node).strength !== 'truthy';

function judgeBinary(node: SyntaxNode): meaning.AssertionMeaning {
  const left = node.child('left');
  const right = node.child('right');
  if (left === undefined || right === undefined) return meaning.describeValue(node);
  const sides = orderSides(left, right);
  switch (node.child('operator')?.type) {
    case '==':
    case '===':
      return meaning.describeComparison(sides, strengthOf(sides));
    case '!=':
    case '!==':
      return meaning.opposite(meaning.describeComparison(sides, strengthOf(sides)));
    case '<':
    case '>':
    case '<=':
    case '>=':
      return isNeverLess(node) ? meaning.describeValue(node, 'tautology') : meaning.describeComparison(sides, 'bound');
    case 'instanceof':
      return meaning.describeComparison({ actual: left, expected: right }, 'type');
    case 'in':
      return meaning.describeComparison({ actual: right, expected: left }, 'structure');
    case '&&':
      return meaning.describeValue(
        node,
        meaning.strongest([left, right].map((side) => describeCondition(side).strength)),
      );
    case '||':
      return meaning.describeValue(
        node,
        meaning.weakest([left, right].map((side) => describeCondition(side).strength)),
      );
    default:
      return meaning.describeValue(node);
  }
}

const strengthOf = ({ actual }: meaning.Sides): meaning.AssertionMeaning['strength'] =>
  /^typeof\b/.test(actual.text) ? 'type' : 'exact';

const isNeverLess = (node: SyntaxNode): boolean => /\.(?:length|size)\s*>=\s*0$/.test(node.text);

function judgeCall(node: SyntaxNode): meaning.AssertionMeaning {
  const name = lastName(dottedName(node.child('function')) ?? '');
  const [first] = listArguments(node);
  if (TYPES.test(name) && first) return meaning.describeValue(first, 'type');
  return SHAPES.test(name) ? meaning.describeValue(node, 'structure') : meaning.describeValue(node);
}

/** Orders the sides of a comparison: the literal is the expected value, otherwise the second. */
export const orderSides = (first: SyntaxNode, second: SyntaxNode): meaning.Sides =>
  isLiteral(first) && !isLiteral(second) ? { actual: second, expected: first } : { actual: first, expected: second };
