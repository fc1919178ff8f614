import type { TestAssertion } from '@assay/schema';
import * as comparison from '../../comparison.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';

const VERBS = /^(?:to|not_to|to_not|to_eventually)$/;
const SHOULD = /^should(?:_not|_receive|_not_receive|_be\w*|_eq\w*|_have\w*)?$/;
const SPEC_STYLE = /^(?:must|wont)_\w+$/;
// the subject is the first argument, not the second
const SUBJECT_FIRST = /_(?:kind_of|instance_of|respond_to|includes?|operator|predicate|in_\w+)$/;

/** The assertion at a node, if any. */
export function rubyAssertion(node: SyntaxNode): TestAssertion | undefined {
  if (node.type === 'identifier')
    return isBareExpected(node) ? assertionAt(chainOf(node) ?? node, claimOfExpect(node, 'subject')) : undefined;
  if (node.type !== 'call') return undefined;
  const claim = claimOfCall(node);
  return claim === undefined ? undefined : assertionAt(chainOf(node) ?? node, claim);
}

// `is_expected` has no arguments, so the tree does not show a call
const isBareExpected = (node: SyntaxNode): boolean => node.text === 'is_expected' && node.role === 'receiver';

function claimOfCall(call: SyntaxNode): comparison.Claim | undefined {
  const name = call.child('method')?.text ?? '';
  const receiver = call.child('receiver');
  const args = argumentsOf(call);
  const block = call.child('block');
  if (receiver === undefined && /^(?:expect|expect_any_instance_of)$/.test(name)) {
    const subject = args.length > 0 ? args.map(compact).join(',') : block === undefined ? '' : compact(block);
    return claimOfExpect(call, subject);
  }
  if (receiver === undefined && /^(?:assert|refute|flunk)(?:_\w+)?$/.test(name))
    return claimOfAssert(name, args, block);
  if (receiver !== undefined && SPEC_STYLE.test(name)) {
    const [value] = args;
    return {
      subject: compact(receiver),
      expected: value === undefined ? null : compact(value),
      strength: comparison.findStrength(name.replace(/^(?:must|wont)_/, ''), STRENGTHS),
      negated: name.startsWith('wont'),
    };
  }
  if (receiver !== undefined && SHOULD.test(name)) {
    const matcher = args[0] ?? (call.parent?.type === 'binary' ? call.parent.child('right') : undefined);
    return claimOfMatcher(compact(receiver), matcher, name.includes('not'));
  }
  return undefined;
}

const argumentsOf = (call: SyntaxNode): readonly SyntaxNode[] => call.child('arguments')?.namedChildren ?? [];

/** The `….to eq(3)` around a subject. */
function chainOf(subject: SyntaxNode): SyntaxNode | undefined {
  const call = subject.parent;
  return call?.type === 'call' && subject.role === 'receiver' && VERBS.test(call.child('method')?.text ?? '')
    ? call
    : undefined;
}

function claimOfExpect(node: SyntaxNode, subject: string): comparison.Claim {
  const chain = chainOf(node);
  if (chain === undefined) return { subject, strength: 'truthy' };
  return claimOfMatcher(subject, argumentsOf(chain)[0], /not/.test(chain.child('method')?.text ?? ''));
}

const STRENGTHS: comparison.StrengthTable = [
  [/^(?:eq|eql|equal|equals?|be|match_array|contain_exactly|same|output)$/, 'exact'],
  [
    /^(?:be_a|be_an|be_kind_of|be_instance_of|be_an_instance_of|raise_error|raise_exception|raises|kind_of|instance_of|throw_symbol|be_kind_of|be_instance_of|raise)$/,
    'type',
  ],
  [
    /^(?:be_within|be_between|in_delta|in_epsilon|operator|be_close_to|be_within_delta|be_within_epsilon|>|<|>=|<=)$/,
    'bound',
  ],
  [
    /^(?:be_truthy|be_falsey|be_falsy|be_nil|be_present|be_valid|be_empty|nil|empty|be_true|be_false|be_blank|nothing_raised|predicate|truthy|falsy|exist)$/,
    'truthy',
  ],
];

function claimOfMatcher(subject: string, matcher: SyntaxNode | undefined, negated: boolean): comparison.Claim {
  if (matcher === undefined) return { subject, strength: 'truthy', negated };
  const first = firstCall(matcher);
  const name = first.child('method')?.text ?? first.text.split(/\W/)[0] ?? '';
  const [value] = argumentsOf(first);
  const bound = matcher.type === 'binary' && /^be$/.test(matcher.child('left')?.text ?? '');
  return {
    subject,
    expected: bound || value === undefined ? compact(matcher) : compact(value),
    strength: bound
      ? 'bound'
      : matcher.type === 'call' || matcher.type === 'identifier'
        ? comparison.findStrength(name, STRENGTHS)
        : 'exact',
    negated,
    tolerance: name === 'be_within' ? comparison.parseNumber(value?.text) : null,
  };
}

/** `be_within` of `be_within(0.1).of(3)`. */
function firstCall(matcher: SyntaxNode): SyntaxNode {
  let call = matcher;
  for (let receiver = call.child('receiver'); receiver?.type === 'call'; receiver = call.child('receiver'))
    call = receiver;
  return call;
}

function claimOfAssert(name: string, args: readonly SyntaxNode[], block: SyntaxNode | undefined): comparison.Claim {
  const [one, two, three] = args;
  const bare = name.replace(/^(?:assert|refute)_?(?:not_)?/, '');
  const negated = /^refute|_not_|^assert_no_/.test(name);
  if (bare === '') return one === undefined ? { subject: name, strength: 'truthy' } : truthOf(one, negated);
  const strength = comparison.findStrength(bare, STRENGTHS);
  if (one === undefined) return { subject: block === undefined ? name : compact(block), strength, negated };
  if (two === undefined || (strength === 'truthy' && bare !== 'equal')) {
    const raised = block !== undefined && /^raise/.test(bare);
    return {
      subject: raised ? compact(block) : compact(one),
      expected: raised ? compact(one) : null,
      strength,
      negated,
    };
  }
  const swap = SUBJECT_FIRST.test(name) && !/_in_/.test(name);
  const sides = swap
    ? { subject: compact(one), expected: compact(two) }
    : { subject: compact(two), expected: compact(one) };
  const tolerance = /^in_/.test(bare) ? comparison.parseNumber(three?.text) : null;
  return { ...sides, strength: comparison.isSame(sides) ? 'tautology' : strength, negated, tolerance };
}

function truthOf(condition: SyntaxNode, denied: boolean): comparison.Claim {
  const left = condition.child('left');
  const right = condition.child('right');
  if (condition.type !== 'binary' || left === undefined || right === undefined)
    return comparison.conditionClaim(condition, denied);
  const operator = condition.child('operator')?.text ?? condition.children[1]?.text ?? '';
  return (
    comparison.comparisonClaim({ left: compact(left), right: compact(right) }, operator, denied) ??
    comparison.conditionClaim(condition, denied)
  );
}
