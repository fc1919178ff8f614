import type { TestAssertion } from '@assay/schema';
import { compact } from './facts.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** The meaning of an assertion, without its location. */
export interface Claim {
  readonly subject: string;
  readonly expected?: string | null;
  readonly strength: TestAssertion['strength'];
  readonly negated?: boolean;
  readonly tolerance?: number | null;
}

const BOUNDS = new Set(['<', '<=', '>', '>=']);
const EQUALS = new Set(['==', '===']);
const DIFFERS = new Set(['!=', '!==', '<>']);
const INVERSE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** Whether a text is a constant; in a comparison, the constant is the expected side. */
const isConstant = (text: string): boolean =>
  /^(?:[-+]?[\d.][\w.']*|"[^"]*"|'[^']*'|`[^`]*`|[bru]+"[^"]*"|true|false|null|nil|None|nullptr|NULL)$/i.test(text);

const isExpectation = (text: string): boolean =>
  isConstant(text) || /^&?(?:\w+\.)*(?:want|expect|exp(?:$|[A-Z_]))/.test(text);

/** Whether two sides are always equal; two calls may differ. */
export const isSame = ({ subject, expected }: { subject: string; expected: string }): boolean =>
  subject === expected && !/[()]/.test(subject);

/** The claim of `left operator right`, or of its negation if `denied`. */
export function comparisonClaim(
  sides: { left: string; right: string },
  operator: string,
  denied = false,
): Claim | undefined {
  const swap = isExpectation(sides.left) && !isExpectation(sides.right);
  const subject = swap ? sides.right : sides.left;
  const expected = swap ? sides.left : sides.right;
  const tautology = isSame({ subject, expected });
  if (BOUNDS.has(operator)) {
    const held = denied ? INVERSE[operator] : operator;
    return {
      subject,
      expected: `${held}${expected}`,
      strength: tautology && held?.endsWith('=') ? 'tautology' : 'bound',
    };
  }
  if (EQUALS.has(operator) || DIFFERS.has(operator)) {
    const negated = DIFFERS.has(operator) !== denied;
    if (tautology && !negated) return { subject, expected, strength: 'tautology' };
    return { subject, expected, strength: equalityStrength(expected, negated), negated };
  }
  return undefined;
}

// an inequality says little more than that there is a value
const equalityStrength = (expected: string, negated: boolean): TestAssertion['strength'] =>
  isNothing(expected) || negated ? 'truthy' : 'exact';

const isNothing = (text: string): boolean => /^(?:nil|null|nullptr|NULL|None|true|false)$/.test(text);

/** The claim of a condition, or of its negation if `denied`: a comparison if it is one, otherwise that it is true. */
export function conditionClaim(condition: SyntaxNode, denied = false): Claim {
  const bare = unwrap(condition);
  if (
    bare.type === 'unary_expression' ||
    bare.type === 'prefix_unary_expression' ||
    bare.type === 'unary_op_expression'
  ) {
    const inner = bare.namedChildren.at(-1);
    if (bare.children[0]?.text === '!' && inner !== undefined) return conditionClaim(inner, !denied);
  }
  const left = bare.child('left');
  const right = bare.child('right');
  if (bare.type === 'binary_expression' && left !== undefined && right !== undefined) {
    const operator = bare.children.find((child) => !child.named || child.role === 'operator')?.text ?? '';
    const claim = comparisonClaim({ left: compact(left), right: compact(right) }, operator, denied);
    if (claim !== undefined) return claim;
  }
  const subject = compact(bare);
  // a constant false fails when reached, so it is an assertion too
  return { subject, strength: subject === String(!denied) ? 'tautology' : 'truthy', negated: denied };
}

function unwrap(node: SyntaxNode): SyntaxNode {
  let bare = node;
  while (bare.type === 'parenthesized_expression' || bare.type === 'condition_clause') {
    const inner = bare.namedChildren[0];
    if (inner === undefined) return bare;
    bare = inner;
  }
  return bare;
}

/** The number in a text, such as a tolerance; null if it is not a literal. */
export function parseNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const plain = text.replaceAll('_', '').replace(/(?<=\d)(?:f|d|F|D|m|M|L|l|f32|f64)$/, '');
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(plain) ? Number(plain) : null;
}

/** The strength of a named assertion, by the first pattern that matches its name. */
export type StrengthTable = readonly (readonly [RegExp, TestAssertion['strength']])[];

export const findStrength = (name: string, table: StrengthTable): TestAssertion['strength'] =>
  table.find(([pattern]) => pattern.test(name))?.[1] ?? 'structure';
