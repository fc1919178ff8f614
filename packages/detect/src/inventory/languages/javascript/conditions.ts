import { type Judged, judgeOne, judgeTwo, opposite, type Sides, strongest, weakest } from '../../judged.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { argumentsOf, bare, constantTruth, dottedName, isLiteral, lastName } from './expressions.ts';

const SHAPES = /^(?:includes|startsWith|endsWith|test|match|has|hasOwn|every|some|hasOwnProperty)$/;
const TYPES = /^(?:isArray|isBuffer|isInteger|isView)$/;

/** The meaning of an asserted condition. */
export function judgeCondition(given: SyntaxNode): Judged {
  const node = bare(given);
  if (constantTruth(node) === true) return judgeOne(node, 'tautology');
  // `assert(false)` marks unreachable code, which is an exact assertion
  if (constantTruth(node) === false) return judgeOne(node, 'exact');
  if (node.type === 'binary_expression') return judgeBinary(node);
  if (node.type === 'call_expression') return judgeCall(node);
  const argument = node.type === 'unary_expression' ? node.child('argument') : undefined;
  return argument && node.child('operator')?.type === '!' ? opposite(judgeCondition(argument)) : judgeOne(node);
}

/** Whether a condition asserts more than truthiness. */
export const saysMore = (node: SyntaxNode): boolean => judgeCondition(node).strength !== 'truthy';

function judgeBinary(node: SyntaxNode): Judged {
  const left = node.child('left');
  const right = node.child('right');
  if (left === undefined || right === undefined) return judgeOne(node);
  const sides = orderSides(left, right);
  switch (node.child('operator')?.type) {
    case '==':
    case '===':
      return judgeTwo(sides, strengthOf(sides));
    case '!=':
    case '!==':
      return opposite(judgeTwo(sides, strengthOf(sides)));
    case '<':
    case '>':
    case '<=':
    case '>=':
      return isNeverLess(node) ? judgeOne(node, 'tautology') : judgeTwo(sides, 'bound');
    case 'instanceof':
      return judgeTwo({ actual: left, expected: right }, 'type');
    case 'in':
      return judgeTwo({ actual: right, expected: left }, 'structure');
    case '&&':
      return judgeOne(node, strongest([left, right].map((side) => judgeCondition(side).strength)));
    case '||':
      return judgeOne(node, weakest([left, right].map((side) => judgeCondition(side).strength)));
    default:
      return judgeOne(node);
  }
}

const strengthOf = ({ actual }: Sides): Judged['strength'] => (/^typeof\b/.test(actual.text) ? 'type' : 'exact');

const isNeverLess = (node: SyntaxNode): boolean => /\.(?:length|size)\s*>=\s*0$/.test(node.text);

function judgeCall(node: SyntaxNode): Judged {
  const name = lastName(dottedName(node.child('function')) ?? '');
  const [first] = argumentsOf(node);
  if (TYPES.test(name) && first) return judgeOne(first, 'type');
  return SHAPES.test(name) ? judgeOne(node, 'structure') : judgeOne(node);
}

/** Orders the sides of a comparison: the literal is the expected value, otherwise the second. */
export const orderSides = (first: SyntaxNode, second: SyntaxNode): Sides =>
  isLiteral(first) && !isLiteral(second) ? { actual: second, expected: first } : { actual: first, expected: second };
