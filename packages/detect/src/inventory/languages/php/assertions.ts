import type { TestAssertion } from '@assay/schema';
import * as comparison from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

const CALLS = /^(?:member_call|scoped_call|function_call|nullsafe_member_call)_expression$/;

/** The parts of a call. */
export interface PhpCall {
  readonly owner: SyntaxNode | undefined;
  readonly name: string;
  readonly args: readonly SyntaxNode[];
}

/** The parts of a call; undefined if the node is not a call. */
export function readCall(node: SyntaxNode): PhpCall | undefined {
  if (!CALLS.test(node.type)) return undefined;
  const name = (node.child('name') ?? node.child('function'))?.text.replace(/^.*\\/s, '') ?? '';
  const args = (node.child('arguments')?.namedChildren ?? []).map(
    (argument) => argument.namedChildren.at(-1) ?? argument,
  );
  return { owner: node.child('object') ?? node.child('scope'), name, args };
}

/** The assertion at a node, if any. */
export function phpAssertion(node: SyntaxNode): TestAssertion | undefined {
  const call = readCall(node);
  const claim = call === undefined ? undefined : claimOfCall(node, call);
  if (claim === undefined) return undefined;
  const { subject, expected, ...rest } = claim;
  const whole = { ...rest, subject: joinVariables(subject), expected: expected ? joinVariables(expected) : null };
  return assertionAt(linksAfter(node).at(-1) ?? node, whole);
}

// the grammar splits `$x`
const joinVariables = (code: string): string => code.replaceAll('$ ', '$');

function claimOfCall(node: SyntaxNode, { owner, name, args }: PhpCall): comparison.Claim | undefined {
  if (/^assert(?:[A-Z]\w*)?$/.test(name)) return claimOfAssert(name, args);
  if (owner !== undefined && name === 'fail') return { subject: args.map(compact).join(','), strength: 'truthy' };
  if (
    owner !== undefined &&
    /^expectException(?:Message(?:Matches)?|Code|Object)?$|^expect(?:Output\w+|Deprecation\w*|Warning\w*|Error\w*|Notice\w*)$/.test(
      name,
    )
  ) {
    return { subject: name, expected: args.map(compact).join(','), strength: 'type' };
  }
  const isExpectation = owner === undefined ? name === 'expect' : name === 'and' && isExpected(owner);
  if (isExpectation && args.length > 0) return claimOfExpect(node, args);
  if (owner !== undefined && /^(?:shouldHaveReceived|shouldNotHaveReceived|shouldReceive|expects)$/.test(name)) {
    return {
      subject: compact(owner),
      expected: args.map(compact).join(','),
      strength: 'structure',
      negated: name.includes('Not'),
    };
  }
  return undefined;
}

/** Whether a chain of calls starts with `expect(…)`. */
function isExpected(owner: SyntaxNode): boolean {
  let first = owner;
  for (let object = first.child('object'); object !== undefined; object = first.child('object')) first = object;
  return readCall(first)?.name === 'expect';
}

const STRENGTHS: comparison.StrengthTable = [
  [/^(?:True|False|Null|NotNull|Empty|NotEmpty|NotEquals|NotSame|Isset)$/, 'truthy'],
  [
    /^(?:InstanceOf|NotInstanceOf|Is(?:Array|Bool|Float|Int|String|Object|Callable|Iterable|Numeric|Scalar)|InternalType)$/,
    'type',
  ],
  [/^(?:Greater\w*|Less\w*|EqualsWithDelta)$/, 'bound'],
  [
    /^(?:Same|Equals\w*|JsonStringEquals\w*|XmlStringEquals\w*|StringEquals\w*|FileEquals|Count|ObjectEquals)$/,
    'exact',
  ],
];

function claimOfAssert(name: string, args: readonly SyntaxNode[]): comparison.Claim {
  const bare = name.replace(/^assert/, '');
  const [one, two, three] = args;
  if (one === undefined) return { subject: name, strength: 'truthy' };
  if (/^(?:True|False)?$/.test(bare)) return claimOfTruth(one, bare === 'False');
  const strength = comparison.findStrength(bare, STRENGTHS);
  const negated = /Not/.test(bare);
  if (two === undefined || /^(?:Null|NotNull|Empty|NotEmpty|Is[A-Z]\w*)$/.test(bare))
    return { subject: compact(one), strength, negated };
  const sides = { subject: compact(two), expected: compact(one) };
  const tolerance = bare === 'EqualsWithDelta' ? comparison.parseNumber(three?.text) : null;
  return { ...sides, strength: comparison.isSame(sides) ? 'tautology' : strength, negated, tolerance };
}

function claimOfTruth(condition: SyntaxNode, denied: boolean): comparison.Claim {
  const left = condition.child('left');
  const right = condition.child('right');
  if (condition.type === 'binary_expression' && left !== undefined && right !== undefined) {
    const operator = condition.child('operator')?.text ?? '';
    const claim = comparison.comparisonClaim({ left: compact(left), right: compact(right) }, operator, denied);
    if (claim !== undefined) return claim;
  }
  return comparison.conditionClaim(condition, denied);
}

const MATCHERS: comparison.StrengthTable = [
  [/^to(?:Be|Equal|EqualCanonicalizing|HaveCount|MatchSnapshot)$/, 'exact'],
  [/^toBe(?:Instanceof|InstanceOf|Array|Bool|Float|Int|String|Object|Callable|Iterable)$|^toThrow$/, 'type'],
  [/^toBe(?:Greater\w*|Less\w*|Between)$|^toEqualWithDelta$/, 'bound'],
  [/^toBe(?:True|False|Null|Empty|Truthy|Falsy)$/, 'truthy'],
];
const RANKS: readonly TestAssertion['strength'][] = ['exact', 'structure', 'type', 'bound', 'truthy'];

/** `expect($x)->toBe(3)` of Pest; `->and($y)` starts another. */
function claimOfExpect(node: SyntaxNode, args: readonly SyntaxNode[]): comparison.Claim {
  const links = linksAfter(node);
  const calls = links.map((link) => ({
    node: link,
    name: readCall(link)?.name ?? '',
    args: readCall(link)?.args ?? [],
  }));
  const end = calls.findIndex(({ name }) => name === 'and');
  const matchers = (end === -1 ? calls : calls.slice(0, end)).filter(({ name }) => name.startsWith('to'));
  const strengths = matchers.map(({ name }) => comparison.findStrength(name, MATCHERS));
  const [first] = matchers;
  return {
    subject: args.map(compact).join(','),
    expected: first === undefined ? null : first.args.map(compact).join(',') || first.name,
    strength: RANKS.find((rank) => strengths.includes(rank)) ?? 'truthy',
    negated: /->\s*not\s*(?:\(\s*\)\s*)?->/.test(first?.node.text.slice(node.text.length) ?? ''),
  };
}

/** The calls chained on a call, in order. */
function linksAfter(node: SyntaxNode): SyntaxNode[] {
  const links: SyntaxNode[] = [];
  let last = node;
  while (last.role === 'object' && /^member_(?:call|access)_expression$/.test(last.parent?.type ?? '')) {
    last = last.parent as SyntaxNode;
    if (last.type === 'member_call_expression') links.push(last);
  }
  return links;
}
