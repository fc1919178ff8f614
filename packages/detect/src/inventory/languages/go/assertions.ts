import type { TestAssertion } from '@assay/schema';
import * as comparison from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import type { GoNames } from './names.ts';

const REPORTS = /^(?:Error|Fatal)f?$/;
const FAILS = /^(?:Fail|FailNow)$/;
// functions of assertion libraries that only create or configure
const NO_ASSERTION =
  /^(?:New|T|SetT|Run|Suite|Setup\w*|TearDown\w*|Before\w*|After\w*|ObjectsAre\w*|CallerInfo|Helper)$/;
const SUITE_METHODS =
  /^(?:(?:Not)?(?:Equal(?:Values|Error)?|Nil|Empty|Zero|Contains|Same|Regexp|Subset|ErrorIs|ErrorAs|Panics|ElementsMatch|Implements|IsType|InDelta)|True|False|NoError|Error(?:Contains)?|Exactly|Len|JSONEq|YAMLEq|Greater(?:OrEqual)?|Less(?:OrEqual)?|InDelta\w*|InEpsilon\w*|Within\w+|Eventually\w*|Never|Condition|Positive|Negative|Panics\w+|HTTP\w+|FileExists|NoFileExists|DirExists|NoDirExists|Fail|FailNow|IsIncreasing|IsDecreasing)f?$/;
// helpers of this file are read; imported ones are recognized by name
const ASSERTING_NAME = /^(?:assert|require|expect|verify|check)(?=$|[A-Z_0-9])/i;

const STRENGTHS: comparison.StrengthTable = [
  [/^Not(?:Equal|Same|Nil|Zero|Empty|Panics)|^NoError|^NoErr$|^NilError|^(?:Ok|OK)$/, 'truthy'],
  [/^(?:True|False|Nil|Empty|Error|Panics|Condition|Eventually|Never|Assert|Check|Success)f?$|Exists$|^Fail/, 'truthy'],
  [/^(?:Greater|Less|InDelta|InEpsilon|Within|Positive|Negative|Zero|IsIncreasing|IsDecreasing)/, 'bound'],
  [/^(?:IsType|Implements|ErrorIs|ErrorAs|ErrorType|PanicsWithError)/, 'type'],
  [/^(?:Contains|Len|ElementsMatch|Subset|Regexp|ErrorContains|Not)|Regex|Match/, 'structure'],
  [/Equal|Same|Exactly|JSONEq|YAMLEq|Golden|PanicsWithValue|Diff|Eq$/, 'exact'],
];

/** The assertion of a call, if any. */
export function goAssertion(call: SyntaxNode, names: GoNames): TestAssertion | undefined {
  const callee = call.child('function');
  const args = call.child('arguments')?.namedChildren ?? [];
  if (args.some(({ text }) => CLEAN_UP.test(text))) return undefined;
  if (callee?.type === 'identifier') return plainCall(call, callee.text, { args, names });
  if (callee?.type !== 'selector_expression') return undefined;
  const operand = callee.child('operand');
  const method = callee.child('field')?.text ?? '';
  if (operand === undefined) return undefined;
  if (names.isTesting(operand) && !names.isAsserter(operand)) {
    if ((REPORTS.test(method) && args.length > 0) || FAILS.test(method)) return reported(call, args);
  }
  if (names.isAsserter(operand) && args.length > 0 && !NO_ASSERTION.test(method))
    return named(call, method, { args, names });
  if (names.isSuite(operand) && SUITE_METHODS.test(method)) return named(call, method, { args, names });
  if (isMatcherOwner(operand) && /^(?:Expect|Eventually|Consistently|Ω)/.test(method)) return matched(call, args);
  if (ASSERTING_NAME.test(method) && !names.isDefined(method) && args[0] !== undefined && names.isTesting(args[0])) {
    return named(call, method, { args, names });
  }
  return undefined;
}

const isMatcherOwner = (operand: SyntaxNode): boolean =>
  operand.type === 'identifier' && /^(?:gomega|g|o|gm|Ω)$/.test(operand.text);

interface CallParts {
  readonly args: readonly SyntaxNode[];
  readonly names: GoNames;
}

function plainCall(call: SyntaxNode, name: string, { args, names }: CallParts): TestAssertion | undefined {
  if (names.has_gomega && /^(?:Expect|ExpectWithOffset|Eventually|Consistently|Ω)$/.test(name))
    return matched(call, args);
  if (names.has_gomega && name === 'Fail') return reported(call, args);
  if (names.has_convey && name === 'So') return checker(call, args);
  if (ASSERTING_NAME.test(name) && !names.isDefined(name) && args[0] !== undefined && names.isTesting(args[0])) {
    return named(call, name, { args, names });
  }
  return undefined;
}

// that a file could be removed says nothing about the product
const CLEAN_UP =
  /^(?:os\.Remove(?:All)?|os\.Unsetenv|[\w.]+\.(?:Close|Shutdown|Stop))\(|^["`].*\bclean(?:ing|ed)?[ -]?up\b/i;

/** `t.Errorf(…)` asserts the opposite of the condition around it. */
function reported(call: SyntaxNode, args: readonly SyntaxNode[]): TestAssertion {
  const above = call.ancestor(
    'if_statement',
    'func_literal',
    'for_statement',
    'expression_case',
    'function_declaration',
  );
  const condition = above?.type === 'if_statement' ? above.child('condition') : undefined;
  if (above === undefined || condition === undefined) {
    return assertionAt(call, { subject: args.map(compact).join(','), strength: 'truthy' });
  }
  const consequence = above.child('consequence');
  const inElse = consequence !== undefined && call.start >= consequence.end;
  return assertionAt(
    call,
    differenceIn(above, condition) ?? comparison.conditionClaim(equalityCall(condition) ?? condition, !inElse),
  );
}

/** `if diff := cmp.Diff(want, got); diff != ""` is about the compared values, not the diff text. */
function differenceIn(statement: SyntaxNode, condition: SyntaxNode): comparison.Claim | undefined {
  const place = statement.child('initializer') ?? condition;
  const call = [...place.walk()].find(
    (node) =>
      node.type === 'call_expression' &&
      /(?:^|\.)(?:Diff|DeepEqual|Equal|EqualFold)$/.test(node.child('function')?.text ?? ''),
  );
  const [left, right] = call?.child('arguments')?.namedChildren ?? [];
  if (left === undefined || right === undefined) return undefined;
  const method = call?.child('function')?.text ?? '';
  const sides = { left: compact(left), right: compact(right) };
  const denied =
    !method.endsWith('Diff') &&
    !/!\s*$/.test(condition.text.slice(0, Math.max(0, (call?.start ?? 0) - condition.start)));
  return comparison.comparisonClaim(sides, '==', denied);
}

const equalityCall = (condition: SyntaxNode): SyntaxNode | undefined =>
  condition.type === 'call_expression' ? condition : undefined;

/** `assert.Equal(t, want, got)`, or the same on an asserter bound to its test. */
function named(call: SyntaxNode, method: string, { args, names }: CallParts): TestAssertion {
  const [first] = args;
  const values = first !== undefined && names.isTesting(first) ? args.slice(1) : args;
  if (values.length >= 2 && isChecker(values[1])) return checker(call, values);
  const strength = comparison.findStrength(method, STRENGTHS);
  const [one, two, three] = values;
  const negated = /^(?:Not|No(?!Err|File|Dir)|False)|^refute/i.test(method);
  if (one !== undefined && /^(?:True|False|Assert|Check)f?$/.test(method)) {
    const claim = comparisonIn(one, /^False/.test(method));
    return assertionAt(call, claim);
  }
  if (one === undefined || two === undefined || strength === 'truthy') {
    return assertionAt(call, { subject: one === undefined ? method : compact(one), strength, negated });
  }
  const sides = isSubjectFirst(method)
    ? { subject: compact(one), expected: compact(two) }
    : { subject: compact(two), expected: compact(one) };
  const tolerance = /^(?:InDelta|InEpsilon|Within)/.test(method) ? comparison.parseNumber(three?.text) : null;
  return assertionAt(call, {
    ...sides,
    strength: comparison.isSame(sides) ? 'tautology' : strength,
    negated,
    tolerance,
  });
}

const isSubjectFirst = (method: string): boolean =>
  /^(?:Greater|Less|Len|Contains|NotContains|ErrorIs|ErrorAs|EqualError|ErrorContains|Subset|ElementsMatch|DeepEqual)/.test(
    method,
  );

function comparisonIn(condition: SyntaxNode, denied: boolean): comparison.Claim {
  const call = condition.type === 'call_expression' ? condition : undefined;
  const [left, right] = call?.child('arguments')?.namedChildren ?? [];
  if (
    left !== undefined &&
    right !== undefined &&
    /DeepEqual|(?:^|\.)Equals?$/.test(call?.child('function')?.text ?? '')
  ) {
    return (
      comparison.comparisonClaim({ left: compact(left), right: compact(right) }, '==', denied) ??
      comparison.conditionClaim(condition, denied)
    );
  }
  return comparison.conditionClaim(condition, denied);
}

const isChecker = (node: SyntaxNode | undefined): boolean =>
  node !== undefined &&
  /^(?:(?:qt|check|gc|jc|checkers|should|assertions)\.[A-Z]\w*|Should[A-Z]\w*|[A-Z][A-Za-z]*(?:Equals|Matches|IsNil|NotNil|HasLen)|Equals|DeepEquals|IsNil|NotNil|HasLen|Not\()/.test(
    node.text,
  );

/** `c.Assert(got, qt.Equals, want)` and `So(got, ShouldEqual, want)`. */
function checker(call: SyntaxNode, [subject, how, expected]: readonly SyntaxNode[]): TestAssertion {
  const name = (how?.text ?? '').replace(/^\w+\./, '').replace(/^Should(?:Not)?/, '');
  const negated = /(?:^|\W)(?:Not\(|IsNot|NotNil|ShouldNot|NotEquals)/.test(how?.text ?? '');
  const truthy = /^(?:IsNil|IsNotNil|NotNil|BeNil|IsTrue|IsFalse|BeTrue|BeFalse|NotBeNil|BeEmpty)/.test(name);
  const strength = truthy
    ? 'truthy'
    : /Equal|DeepEquals|CmpEquals|Resemble|JSONEquals/.test(name)
      ? 'exact'
      : 'structure';
  return assertionAt(call, {
    subject: subject === undefined ? '' : compact(subject),
    expected: expected === undefined ? null : compact(expected),
    strength,
    negated,
  });
}

/** `Expect(got).To(Equal(want))`. */
function matched(call: SyntaxNode, args: readonly SyntaxNode[]): TestAssertion {
  let verb = '';
  let matcher: SyntaxNode | undefined;
  for (let node = call.parent; node !== null; node = node.parent) {
    if (node.type === 'selector_expression') verb = node.child('field')?.text ?? '';
    else if (node.type !== 'call_expression') break;
    else if (/^(?:To|NotTo|ToNot|Should|ShouldNot)$/.test(verb)) {
      matcher = node.child('arguments')?.namedChildren[0];
      break;
    }
  }
  const name = matcher?.child('function')?.text.replace(/^\w+\./, '') ?? '';
  const [value] = matcher?.child('arguments')?.namedChildren ?? [];
  const strength = comparison.findStrength(name, MATCHERS);
  return assertionAt(call, {
    subject: args.map(compact).join(','),
    expected: value === undefined ? name || null : compact(value),
    strength,
    negated: /^(?:NotTo|ToNot|ShouldNot)$/.test(verb),
  });
}

const MATCHERS: comparison.StrengthTable = [
  [/^(?:Equal|BeEquivalentTo|BeIdenticalTo|MatchJSON|MatchYAML|MatchXML|BeComparableTo)$/, 'exact'],
  [/^(?:BeTrue|BeFalse|BeNil|BeEmpty|BeZero|Succeed|HaveOccurred|Panic|BeClosed|Receive|$)/, 'truthy'],
  [/^BeNumerically$|^BeTemporally$/, 'bound'],
  [/^BeAssignableToTypeOf$/, 'type'],
];
