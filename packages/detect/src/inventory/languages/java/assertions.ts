import type { TestAssertion } from '@assay/schema';
import * as comparison from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

const MOCKS = /^(?:Mockito|BDDMockito|EasyMock|PowerMock|PowerMockito|\w*[iI]nOrder|order|\w*[Cc]ontrol)$/;
const EXCEPTION_RULE = /^(?:thrown|expected|exception|expectedException|expectedEx|\w*Rule)$/;
const RESPONSE =
  /^(?:andExpect|andExpectAll|expectStatus|expectBody|expectBodyList|expectHeader|expectCookie|expectThrows)$/;

/** The assertion at a node, if any. */
export function javaAssertion(node: SyntaxNode): TestAssertion | undefined {
  if (node.type === 'assert_statement') {
    const [condition] = node.namedChildren;
    return condition === undefined ? undefined : assertionAt(node, claimOfTruth(condition));
  }
  if (node.type !== 'method_invocation') return undefined;
  const claim = claimOfCall(node);
  return claim === undefined ? undefined : assertionAt(chainEnd(node), claim);
}

function claimOfCall(call: SyntaxNode): comparison.Claim | undefined {
  const name = call.child('name')?.text ?? '';
  const owner = call.child('object');
  const args = call.child('arguments')?.namedChildren ?? [];
  if (/^assert(?:[A-Z_]\w*)?$/.test(name)) return claimOfAssert(call, name, args);
  if (/^fail(?:BecauseExceptionWasNotThrown|Unless\w*|NotEquals|Not\w+)?$/.test(name) && isFailing(owner)) {
    return { subject: args.map(compact).join(','), strength: 'truthy' };
  }
  if (/^verify(?:[A-Z_]\w*)?$/.test(name) && isVerifying(call, owner)) return claimOfVerify(call, name, args);
  if (RESPONSE.test(name))
    return { subject: name, expected: args.map(compact).join(',') || chainOf(call), strength: 'structure' };
  if (/^expect(?:Message|Cause)?$/.test(name) && owner !== undefined && EXCEPTION_RULE.test(owner.text)) {
    return { subject: name, expected: args.map(compact).join(','), strength: 'type' };
  }
  // `expect.that(x)` of Truth, `then(mock).should()` of BDD style
  if (name === 'that' && owner !== undefined && rootOf(owner).text === 'expect') return claimOfChain(call, args);
  if (/^should(?:Have\w+)?$/.test(name) && owner?.child('name')?.text === 'then') {
    return { subject: compact(owner), expected: chainOf(call), strength: 'structure' };
  }
  return undefined;
}

const isFailing = (owner: SyntaxNode | undefined): boolean =>
  owner === undefined ||
  /(?:^|\.)(?:this|super|Assert|Assertions|TestCase|Fail|Assertion|Truth)$/.test(owner.text) ||
  rootOf(owner).text === 'expect';

/** Whether a `verify` call is of a mock or checking helper; products verify things too, such as signatures. */
function isVerifying(call: SyntaxNode, owner: SyntaxNode | undefined): boolean {
  if (owner === undefined || MOCKS.test(owner.text) || call.child('name')?.text !== 'verify') return true;
  const [first] = call.child('arguments')?.namedChildren ?? [];
  const isStatic = first?.type === 'lambda_expression' || first?.type === 'method_reference';
  return isStatic || linksAfter(call).length > 0 || rootOf(owner).text === 'StepVerifier';
}

const STRENGTHS: comparison.StrengthTable = [
  [/^assertNot(?:Null|Same|Equals)|^assertDoesNot|^assertThatNo|^assertThatCode/, 'truthy'],
  [/^assert(?:True|False|Null|Present|Empty|NotEmpty|Absent)$/, 'truthy'],
  [/^assert(?:Throws\w*|InstanceOf|IsInstance)|^assertThat\w*(?:Exception|Thrown)/, 'type'],
  [/^assert(?:Greater|Less|Timeout)/, 'bound'],
  [/Equals?|Same|Exactly|Linesmatch/i, 'exact'],
];

function claimOfAssert(call: SyntaxNode, name: string, all: readonly SyntaxNode[]): comparison.Claim {
  if (/^assertThat(?:$|[A-Z])|^assertWith|^assert_$|^assertAbout/.test(name)) return claimOfChain(call, all);
  const args = withoutMessage(name, all);
  const [one, two, three] = args;
  const strength = comparison.findStrength(name, STRENGTHS);
  const negated = /^assertNot|^assertFalse|^assertDoesNot/.test(name);
  if (one !== undefined && /^assert(?:True|False)$/.test(name)) return claimOfTruth(one, name === 'assertFalse');
  if (one === undefined) return { subject: name, strength };
  if (two === undefined || strength === 'truthy') {
    const other = strength === 'truthy' && two !== undefined && /Equals|Same/.test(name) ? compact(one) : null;
    return { subject: compact(other === null ? one : (two ?? one)), expected: other, strength, negated };
  }
  const sides = { subject: compact(two), expected: compact(one) };
  if (/^assertThrows/.test(name)) return { ...sides, strength: 'type' };
  const tolerance = /^assertEquals$|^assertArrayEquals$/.test(name) ? comparison.parseNumber(three?.text) : null;
  return { ...sides, strength: comparison.isSame(sides) ? 'tautology' : strength, negated, tolerance };
}

// JUnit 3 and 4 have the message first, JUnit 5 and TestNG last
function withoutMessage(name: string, args: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const needed = /^assert(?:True|False|Null|NotNull)$/.test(name) ? 1 : 2;
  const isText = (node: SyntaxNode | undefined): boolean => node?.type === 'string_literal';
  return args.length > needed && isText(args[0]) && !isText(args[needed]) ? args.slice(1) : args;
}

function claimOfTruth(condition: SyntaxNode, denied = false): comparison.Claim {
  const [argument] = condition.child('arguments')?.namedChildren ?? [];
  const object = condition.child('object');
  if (
    condition.type === 'method_invocation' &&
    condition.child('name')?.text === 'equals' &&
    argument !== undefined &&
    object !== undefined
  ) {
    const claim = comparison.comparisonClaim({ left: compact(object), right: compact(argument) }, '==', denied);
    if (claim !== undefined) return claim;
  }
  if (condition.type === 'instanceof_expression')
    return { subject: compact(condition), strength: 'type', negated: denied };
  return comparison.conditionClaim(condition, denied);
}

const CHAIN: comparison.StrengthTable = [
  [
    /^(?:isEqualTo|isSameAs|hasToString|containsExactly\w*|is|equalTo|hasSameElementsAs|hasMessage|isSameInstanceAs|isEqualByComparingTo|isZero|isOne|usingRecursiveComparison)$/,
    'exact',
  ],
  [/^(?:isInstanceOf\w*|isExactlyInstanceOf|isThrownBy|instanceOf|hasCause\w*|isA)$/, 'type'],
  [
    /^(?:isGreater\w*|isLess\w*|isBetween|isCloseTo|isWithin|isAtLeast|isAtMost|isPositive|isNegative|isBefore\w*|isAfter\w*|closeTo|greaterThan\w*|lessThan\w*|isStrictlyBetween)$/,
    'bound',
  ],
  [
    /^(?:isTrue|isFalse|isNull|isNotNull|isPresent|isEmpty|isNotEmpty|isNotEqualTo|isNotSameAs|nullValue|notNullValue|doesNotThrow\w*|isNotPresent|isAbsent|isNotBlank|not)$/,
    'truthy',
  ],
];
const RANKS: readonly TestAssertion['strength'][] = ['exact', 'structure', 'type', 'bound', 'truthy'];

/** `assertThat(x).isEqualTo(3)` of AssertJ and Truth, `assertThat(x, is(3))` of Hamcrest. */
function claimOfChain(call: SyntaxNode, args: readonly SyntaxNode[]): comparison.Claim {
  const matcher =
    args.find((arg, index) => index > 0 && arg.type === 'method_invocation') ??
    (args.length > 1 ? args.at(-1) : undefined);
  const subject = args.length > 2 && args[0]?.type === 'string_literal' ? args[1] : args[0];
  const links = matcher !== undefined ? [matcher, ...matcher.find('method_invocation')] : linksAfter(call);
  const verbs = links.map((link) => ({
    name: link.child('name')?.text ?? '',
    args: link.child('arguments')?.namedChildren ?? [],
  }));
  const that = verbs.find(({ name }) => name === 'that');
  const about = that === undefined ? subject : that.args[0];
  const telling = verbs.filter(
    ({ name }) =>
      !/^(?:as|that|describedAs|withFailMessage|overridingErrorMessage|extracting|named|isNotNull|within|offset)$/.test(
        name,
      ),
  );
  const strengths = (telling.length > 0 ? telling : verbs).map(({ name }) => comparison.findStrength(name, CHAIN));
  const strength = RANKS.find((rank) => strengths.includes(rank)) ?? 'truthy';
  const expected = telling.map((verb) => [verb.name, ...verb.args.map(compact)].join(':')).join(' ');
  const exact =
    telling.length === 1 && telling[0]?.args.length === 1 && strength === 'exact' ? telling[0].args[0] : undefined;
  return {
    subject: about === undefined ? compact(call) : compact(about),
    expected: exact === undefined ? expected || null : compact(exact),
    strength,
    negated: telling.some(({ name }) => /^(?:isNot|doesNot|not$|isFalse$|hasNo)/.test(name)),
    tolerance: marginOf(links),
  };
}

function marginOf(links: readonly SyntaxNode[]): number | null {
  for (const link of links) {
    const call = [link, ...link.find('method_invocation')].find(
      ({ type, children }) =>
        type === 'method_invocation' &&
        children.some(
          ({ role, text }) =>
            role === 'name' && /^(?:within|offset|isWithin|byLessThan|closeTo|withPrecision)$/.test(text),
        ),
    );
    const margin = comparison.parseNumber(call?.child('arguments')?.namedChildren.at(-1)?.text);
    if (margin !== null) return margin;
  }
  return null;
}

/** `verify(mock, times(1)).save(x)`: the expected call and its count. */
function claimOfVerify(call: SyntaxNode, name: string, args: readonly SyntaxNode[]): comparison.Claim {
  const times = args[1] === undefined ? null : compact(args[1]);
  const loose = times !== null && /^(?:\w+\.)?(?:atLeast|atMost|any)/.test(times);
  const negated = times !== null ? /never\(|times\(0\)/.test(times) : /^verify(?:No|Zero)/.test(name);
  const subject = [args[0] === undefined ? name : compact(args[0]), chainOf(call)]
    .filter((part) => part !== '')
    .join('.');
  return { subject, expected: times, strength: loose ? 'bound' : 'structure', negated };
}

/** The calls chained on a call, in order. */
function linksAfter(call: SyntaxNode): SyntaxNode[] {
  const links: SyntaxNode[] = [];
  let node = call;
  while (node.parent?.type === 'method_invocation' && node.role === 'object') {
    node = node.parent;
    links.push(node);
  }
  return links;
}

const chainEnd = (call: SyntaxNode): SyntaxNode => linksAfter(call).at(-1) ?? call;

const chainOf = (call: SyntaxNode): string =>
  linksAfter(call)
    .map((link) => `${link.child('name')?.text ?? ''}${compact(link.child('arguments') ?? link)}`)
    .join('.');

function rootOf(node: SyntaxNode): SyntaxNode {
  let root = node;
  for (let object = root.child('object'); object !== undefined; object = root.child('object')) root = object;
  return root;
}
