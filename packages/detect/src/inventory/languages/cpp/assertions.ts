import type { TestAssertion } from '@assay/schema';
import { type Claim, comparisonClaim, conditionClaim, isSame, parseNumber } from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

const GTEST = /^(?:EXPECT|ASSERT)_[A-Z0-9_]+$/;
const CATCH = /^(?:DOCTEST_)?(?:CHECK|REQUIRE|WARN|CHECKED|REQUIRE|STATIC_REQUIRE)(?:_[A-Z0-9_]+)?$/;
const FAILURES = /^(?:(?:GTEST_)?FAIL|ADD_FAILURE|ADD_FAILURE_AT|FAIL_CHECK|GTEST_NONFATAL_FAILURE_)$/;
const BOOST = /^BOOST_(?:CHECK|REQUIRE|TEST)(?:_[A-Z0-9_]+)?$/;
const OPERATORS: Readonly<Record<string, string>> = {
  EQ: '==',
  NE: '!=',
  LT: '<',
  LE: '<=',
  GT: '>',
  GE: '>=',
  STREQ: '==',
  STRNE: '!=',
  EQUAL: '==',
};

/** The assertion at a node, if any. */
export function cppAssertion(node: SyntaxNode): TestAssertion | undefined {
  if (node.type !== 'call_expression') return undefined;
  const name = node.child('function')?.text ?? '';
  const args = node.child('arguments')?.namedChildren ?? [];
  if (FAILURES.test(name)) return assertionAt(node, { subject: args.map(compact).join(','), strength: 'truthy' });
  if (name === 'assert' || name === 'static_assert')
    return args[0] === undefined ? undefined : assertionAt(node, conditionClaim(args[0]));
  if (!GTEST.test(name) && !CATCH.test(name) && !BOOST.test(name)) return undefined;
  return assertionAt(node, claimOfMacro(name, args));
}

function claimOfMacro(name: string, args: readonly SyntaxNode[]): Claim {
  const kind = name.replace(
    /^(?:EXPECT|ASSERT|DOCTEST_CHECK|DOCTEST_REQUIRE|CHECK|REQUIRE|WARN|BOOST_CHECK|BOOST_REQUIRE|BOOST_TEST|STATIC_REQUIRE)_?/,
    '',
  );
  const [one, two, three] = args;
  if (one === undefined) return { subject: name, strength: 'truthy' };
  if (/^(?:TRUE|FALSE|UNARY|UNARY_FALSE|MESSAGE)?$/.test(kind))
    return approximate(one) ?? conditionClaim(one, /FALSE/.test(kind));
  if (/THROW|DEATH|EXIT/.test(kind)) {
    const negated = /NO_?THROW|NOTHROW/.test(kind);
    return {
      subject: compact(one),
      expected: two === undefined ? null : compact(two),
      strength: negated ? 'truthy' : 'type',
      negated,
    };
  }
  if (two === undefined) return { subject: compact(one), strength: 'truthy' };
  const sides = { left: compact(one), right: compact(two) };
  const operator = OPERATORS[kind];
  if (operator !== undefined) return comparisonClaim(sides, operator) ?? { subject: sides.left, strength: 'structure' };
  if (/NEAR|CLOSE|_EQ$|FLOAT|DOUBLE/.test(kind)) {
    return {
      subject: sides.left,
      expected: sides.right,
      strength: /NEAR|CLOSE/.test(kind) ? 'bound' : 'exact',
      tolerance: parseNumber(three?.text),
    };
  }
  const same = isSame({ subject: sides.left, expected: sides.right });
  const exact = /^(?:Eq|StrEq|ElementsAre|Equals|Ref)\b|::(?:Eq|StrEq|ElementsAre|Equals)\b/.test(two.text);
  return { subject: sides.left, expected: sides.right, strength: same ? 'tautology' : exact ? 'exact' : 'structure' };
}

/** `x == Approx(1.0).epsilon(0.1)`. */
function approximate(condition: SyntaxNode): Claim | undefined {
  const margin = /\bApprox\([^()]*\)\.(?:epsilon|margin)\(([^()]*)\)/.exec(condition.text.slice(0, 2000))?.[1];
  return margin === undefined
    ? undefined
    : { ...conditionClaim(condition), strength: 'bound', tolerance: parseNumber(margin) };
}
