import type { TestAssertion } from '@assay/schema';
import * as comparison from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

const ASSERTERS = /(?:^|\.)(?:Assert|StringAssert|CollectionAssert|FileAssert|DirectoryAssert|ClassicAssert|Verifier)$/;
// these control whether a test runs, not whether it passes
const NO_ASSERTIONS = /^(?:Skip\w*|Ignore|Inconclusive|Pass|Multiple\w*|Warn|Equals|ReferenceEquals|Charlie)$/;

/** The parts of a call, in text order. */
export interface CSharpCall {
  readonly owner: SyntaxNode | undefined;
  readonly name: string;
  readonly args: readonly SyntaxNode[];
}

/** The parts of an `invocation_expression`. */
export function readCall(node: SyntaxNode): CSharpCall {
  const callee = node.child('function');
  const args = (node.child('arguments')?.namedChildren ?? []).map(
    (argument) => argument.namedChildren.at(-1) ?? argument,
  );
  const called = callee?.type === 'member_access_expression' ? callee.child('name') : callee;
  const name = (called?.type === 'generic_name' ? called.namedChildren[0]?.text : called?.text) ?? '';
  return { owner: callee?.type === 'member_access_expression' ? callee.child('expression') : undefined, name, args };
}

/** The assertion at a node, if any. */
export function csharpAssertion(node: SyntaxNode): TestAssertion | undefined {
  if (node.type !== 'invocation_expression') return undefined;
  const claim = claimOfCall(node, readCall(node));
  return claim === undefined ? undefined : assertionAt(linksAfter(node).at(-1)?.node ?? node, claim);
}

function claimOfCall(node: SyntaxNode, call: CSharpCall): comparison.Claim | undefined {
  const { owner, name, args } = call;
  if (owner !== undefined && ASSERTERS.test(owner.text))
    return NO_ASSERTIONS.test(name) ? undefined : claimOfAssert(name, args);
  if (/^Should$/.test(name)) return claimOfChain(compact(owner ?? node), linksAfter(node));
  // Shouldly: x.ShouldBe(3)
  if (owner !== undefined && /^Should[A-Z]/.test(name)) {
    return claimOfChain(compact(owner), [{ node, name: name.slice('Should'.length), args }]);
  }
  if (owner !== undefined && /^(?:Verify|VerifyAll|VerifyNoOtherCalls|VerifySet|VerifyGet)$/.test(name)) {
    return {
      subject: [compact(owner), ...args.slice(0, 1).map(compact)].join('.'),
      expected: args[1] === undefined ? null : compact(args[1]),
      strength: 'structure',
    };
  }
  if (owner !== undefined && /^(?:Received|DidNotReceive)(?:WithAnyArgs)?$/.test(name)) {
    const called = linksAfter(node)
      .map((link) => link.name)
      .join('.');
    return {
      subject: `${compact(owner)}.${called}`,
      expected: args.map(compact).join(','),
      strength: 'structure',
      negated: name.startsWith('Did'),
    };
  }
  if (owner === undefined && /^(?:Assert|Verify)[A-Z]\w*$/.test(name))
    return claimOfAssert(name.replace(/^Assert/, ''), args);
  return undefined;
}

const STRENGTHS: comparison.StrengthTable = [
  [
    /^(?:True|False|IsTrue|IsFalse|Null|NotNull|IsNull|IsNotNull|NotEqual|AreNotEqual|NotSame|Empty|NotEmpty|IsEmpty|IsNotEmpty|DoesNotThrow\w*|Fail|NotZero)$/,
    'truthy',
  ],
  [/^(?:Throws\w*|ThrowsAny\w*|IsType|IsAssignableFrom|IsInstanceOf\w*|IsNotInstanceOf\w*|Catch\w*)$/, 'type'],
  [/^(?:InRange|Greater\w*|Less\w*|NotInRange|Positive|Negative)$/, 'bound'],
  [/^(?:Equal|AreEqual|AreSame|Same|StrictEqual|Equivalent|AreEquivalent|Zero)$/, 'exact'],
];

function claimOfAssert(name: string, args: readonly SyntaxNode[]): comparison.Claim {
  const [one, two, three] = args;
  if (one === undefined) return { subject: name, strength: 'truthy' };
  if (/^(?:Is)?(?:True|False)$/.test(name)) return comparison.conditionClaim(one, name.endsWith('False'));
  if (name === 'That') return claimOfThat(one, two);
  const strength = comparison.findStrength(name, STRENGTHS);
  const negated = /^(?:Not|IsNot|AreNot|DoesNot)/.test(name);
  if (two === undefined) return { subject: compact(one), strength, negated };
  const sides = { subject: compact(two), expected: compact(one) };
  const tolerance = /^(?:Equal|AreEqual)$/.test(name) ? comparison.parseNumber(three?.text) : null;
  return { ...sides, strength: comparison.isSame(sides) ? 'tautology' : strength, negated, tolerance };
}

const CONSTRAINTS: comparison.StrengthTable = [
  [/^(?:Be|EqualTo|SameAs|BeEquivalentTo|Equal|BeSameAs|HaveCount|Exactly|EquivalentTo)$/, 'exact'],
  [/^(?:TypeOf|InstanceOf|BeOfType|BeAssignableTo|Throw\w*|Throws\w*|AssignableTo)$/, 'type'],
  [
    /^(?:Greater\w*|Less\w*|InRange|BeGreater\w*|BeLess\w*|BeInRange|BeCloseTo|BeApproximately|Positive|BePositive|BeNegative)$/,
    'bound',
  ],
  [
    /^(?:True|False|Null|NotNull|Empty|BeTrue|BeFalse|BeNull|NotBeNull|BeEmpty|NotBeEmpty|NotBe|NotThrow\w*|NotBeNullOrEmpty)$/,
    'truthy',
  ],
];
const RANKS: readonly TestAssertion['strength'][] = ['exact', 'structure', 'type', 'bound', 'truthy'];

/** `Assert.That(x, Is.EqualTo(3).Within(0.1))` of NUnit. */
function claimOfThat(subject: SyntaxNode, constraint: SyntaxNode | undefined): comparison.Claim {
  if (constraint === undefined) return comparison.conditionClaim(subject);
  const words = constraint.text.slice(0, 400).split(/\W+/);
  const strengths: readonly TestAssertion['strength'][] = words
    .map((word) => comparison.findStrength(word, CONSTRAINTS))
    .filter((strength) => strength !== 'structure');
  const strength = RANKS.find((rank) => strengths.includes(rank)) ?? 'structure';
  const margin = /\.Within\(([^()]*)\)/.exec(constraint.text)?.[1];
  const value = /\b(?:EqualTo|SameAs)\(/.test(constraint.text) ? constraint.find('argument')[0] : undefined;
  return {
    subject: compact(subject),
    expected: value === undefined ? compact(constraint) : compact(value),
    strength,
    negated: words.includes('Not'),
    tolerance: comparison.parseNumber(margin),
  };
}

/** `x.Should().Be(3)` of FluentAssertions. */
function claimOfChain(subject: string, links: readonly Link[]): comparison.Claim {
  const [first] = links;
  if (first === undefined) return { subject, strength: 'truthy' };
  const strengths = links.map(({ name }) => comparison.findStrength(name, CONSTRAINTS));
  const [value, margin] = first.args;
  if (value !== undefined && first.name === 'Be')
    return {
      ...comparison.comparisonClaim({ left: subject, right: compact(value) }, '=='),
      subject,
      expected: compact(value),
      strength: 'exact',
    };
  return {
    subject,
    expected: value === undefined ? first.name : compact(value),
    strength: RANKS.find((rank) => strengths.includes(rank)) ?? 'structure',
    negated: /^Not/.test(first.name),
    tolerance: /^Be(?:Approximately|CloseTo)$/.test(first.name) ? comparison.parseNumber(margin?.text) : null,
  };
}

interface Link extends Pick<CSharpCall, 'name' | 'args'> {
  readonly node: SyntaxNode;
}

/** The calls chained on a call, in order. */
function linksAfter(call: SyntaxNode): Link[] {
  const links: Link[] = [];
  for (let node: SyntaxNode | null = call; node !== null; ) {
    const access: SyntaxNode | null = node.parent;
    const next: SyntaxNode | null = access?.parent ?? null;
    if (
      access?.type !== 'member_access_expression' ||
      node.role !== 'expression' ||
      next?.type !== 'invocation_expression'
    )
      break;
    links.push({ node: next, ...readCall(next) });
    node = next;
  }
  return links;
}
