import type { TestAssertion } from '@assay/schema';
import { type AssertionMeaning, describeComparison, describeValue, opposite } from '../../assertion-meaning.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { describeCondition, orderSides } from './conditions.ts';
import { dottedName, lastName, readArguments } from './expressions.ts';
import type { Names } from './names.ts';
import { findTolerance } from './tolerance.ts';

/** The assertion at a node, if any. Parts of an assertion, such as its chain, do not count again. */
export function readAssertion(node: SyntaxNode, names: Names): TestAssertion | undefined {
  if (node.type === 'assert_statement') {
    const condition = node.namedChildren[0];
    return assertionAt(node, condition ? describeCondition(condition) : describeValue(node));
  }
  if (node.type === 'raise_statement') {
    const raised = node.namedChildren[0];
    const name = raised && dottedName(raised.type === 'call' ? raised.child('function') : raised);
    return name === 'AssertionError' ? assertionAt(node, describeValue(node, 'exact')) : undefined;
  }
  if (node.type !== 'call') return undefined;
  const judged = judgeCall(node, names);
  return judged && assertionAt(chainOf(node), judged);
}

const RAISES = /^(?:raises|warns|deprecated_call|RaisesGroup|RaisesExc|raises_group)$/;
const RAISERS = /^(?:pytest|nose\.tools|trio\.testing|sqlalchemy\.testing)\./;
const FAILS = /^(?:fail|failUnless|failIf|failUnlessEqual|failUnlessRaises)$/;
const ASSERTS = /^_?assert(?:[A-Z_]|$)/;
// for the type checker, not for the test
const NOT_ASSERTS = /^(?:assert_never|assert_type|assertion_.*|assert_rewrite|assertRewrit.*)$/;

function judgeCall(call: SyntaxNode, names: Names): AssertionMeaning | undefined {
  const written = dottedName(call.child('function')) ?? '';
  const dotted = names.resolve(written);
  const name = lastName(dotted);
  if (isDefinedAs(call)) return undefined;
  if (RAISES.test(name) && (RAISERS.test(dotted) || written === name)) return judgeRaises(call);
  if (dotted === 'pytest.fail' || (FAILS.test(name) && /^(?:self|cls)\./.test(dotted)))
    return describeValue(call, 'exact');
  if (name === 'expect' && written === name) return judgeExpect(call);
  if (dotted === 'nose.tools.eq_' || dotted === 'nose.tools.ok_')
    return judgeNamed(call, name === 'eq_' ? 'Equal' : 'True');
  if (!ASSERTS.test(name) || NOT_ASSERTS.test(name)) return undefined;
  if (/_(?:any_call|has_calls|(?:not_)?(?:called|awaited)\w*|has_awaits|any_await)$/.test(name))
    return judgeMock(call, name);
  return judgeNamed(call, name.replace(/^_?assert_?/, ''));
}

// `expect` is an assertion only with a matcher, as in `expect(page).to_have_title("x")`
function judgeExpect(call: SyntaxNode): AssertionMeaning | undefined {
  const chained = chainOf(call);
  const matcher = chained.child('function')?.child('attribute')?.text ?? '';
  const subject = readArguments(call).placed[0];
  if (chained === call || subject === undefined || !/^(?:to|not_to)_/.test(matcher)) return undefined;
  return judgeMatcher(subject, matcher, readArguments(chained).placed[0]);
}

function judgeMock(call: SyntaxNode, name: string): AssertionMeaning {
  const subject = call.child('function')?.child('object');
  const facts = { subject: `${subject ? compact(subject) : ''}.calls`, tolerance: null };
  if (/_not_/.test(name)) return { ...facts, expected: null, strength: 'truthy', negated: true };
  const expected = call.child('arguments');
  const by_value = /_with$|_any_call$|_has_calls$|_has_awaits$/.test(name);
  return {
    ...facts,
    expected: by_value && expected ? compact(expected) : null,
    strength: by_value ? 'exact' : /once/.test(name) ? 'structure' : 'truthy',
    negated: false,
  };
}

const ANY_EXCEPTION = /^(?:Exception|BaseException)$/;

function judgeRaises(call: SyntaxNode): AssertionMeaning {
  const { placed, named } = readArguments(call);
  const kind = placed[0] ?? named.get('expected_exception');
  const text = named.get('match') ?? (/Regex/.test(call.child('function')?.text ?? '') ? placed[1] : undefined);
  const subject = 'raises';
  const expected = [kind, text].flatMap((part) => (part ? [compact(part)] : [])).join(',') || null;
  const broad = kind !== undefined && ANY_EXCEPTION.test(kind.text);
  return {
    subject,
    expected,
    strength: text ? 'structure' : broad ? 'truthy' : 'type',
    negated: false,
    tolerance: null,
  };
}

const ONE: ReadonlyMap<string, AssertionMeaning['strength']> = new Map([
  ['IsNone', 'exact'],
  ['None', 'exact'],
  ['is_none', 'exact'],
]);

/** Reads an assertion by its name after `assert`, such as `Equal` or `array_equal`. */
function judgeNamed(call: SyntaxNode, name: string): AssertionMeaning {
  const { placed, named } = readArguments(call);
  const [first, second] = placed;
  if (/^(?:Raises|Warns|raises|warns|Logs|NoLogs|Raise)/.test(name)) return judgeRaises(call);
  if (first === undefined) return describeValue(call, 'structure');
  if (/^that$|^That$/.test(name)) return judgeThat(call, first, second);
  if (/^(?:True|true|)_?$/.test(name)) return describeCondition(first);
  if (/^(?:False|false)_?$/.test(name)) return opposite(describeCondition(first));
  const negative = /^(?:Is)?(?:Not|not_)|_not_|^no_/.test(name);
  const judged = judgeSides(call, { name, first, second: second ?? named.get('second') ?? named.get('expected') });
  return negative ? opposite(judged) : judged;
}

interface NamedCall {
  readonly name: string;
  readonly first: SyntaxNode;
  readonly second: SyntaxNode | undefined;
}

function judgeSides(call: SyntaxNode, { name, first, second }: NamedCall): AssertionMeaning {
  if (/^Is(?:Not)?None$|^(?:not_)?none$|^is_(?:not_)?none$/.test(name))
    return { ...describeValue(first, 'exact'), expected: 'None' };
  if (second === undefined) return describeValue(first, ONE.get(name) ?? 'structure');
  if (/IsInstance$|isinstance|is_instance/i.test(name))
    return describeComparison({ actual: first, expected: second }, 'type');
  if (/Greater|Less|greater|less/.test(name)) return describeComparison(orderSides(first, second), 'bound');
  if (/^(?:Not)?In$|^(?:not_)?in_?$|Contains|contains/.test(name))
    return describeComparison({ actual: first, expected: second }, 'structure');
  if (/Equal|equal|^Is(?:Not)?$|^is(?:_not)?$|allclose|close$|Close$|Same|same/.test(name)) {
    return describeComparison(orderSides(first, second), 'exact', findTolerance(call) ?? findTolerance(second));
  }
  return describeComparison({ actual: first, expected: second }, 'structure');
}

// `assert_that(x, equal_to(1))` and `assert_that(x).is_equal_to(1)`
function judgeThat(call: SyntaxNode, subject: SyntaxNode, matcher: SyntaxNode | undefined): AssertionMeaning {
  const chained = chainOf(call);
  if (matcher === undefined && chained === call) return describeCondition(subject);
  const name = matcher
    ? lastName(dottedName(matcher.type === 'call' ? matcher.child('function') : matcher) ?? '')
    : (chained.child('function')?.child('attribute')?.text ?? '');
  const expected = matcher ?? readArguments(chained).placed[0];
  return judgeMatcher(subject, name, expected);
}

function judgeMatcher(subject: SyntaxNode, name: string, expected: SyntaxNode | undefined): AssertionMeaning {
  const strength = strengthOfMatcher(name);
  const judged = expected
    ? describeComparison({ actual: subject, expected }, strength)
    : describeValue(subject, strength);
  return /(?:^|_)not(?:_|$)/.test(name) ? opposite(judged) : judged;
}

function strengthOfMatcher(name: string): AssertionMeaning['strength'] {
  if (/equal|^is_$|^is_same|to_have_(?:text|title|url|value|count|attribute)|none|^is_(?:true|false)$/.test(name))
    return 'exact';
  if (/instance|type/.test(name)) return 'type';
  if (/greater|less|between|close/.test(name)) return 'bound';
  if (/anything|is_not_none|visible|enabled|attached/.test(name)) return 'truthy';
  return 'structure';
}

/** The whole chain of calls on a call. */
function chainOf(call: SyntaxNode): SyntaxNode {
  const attribute = call.parent;
  const outer = attribute?.parent;
  const chained = attribute?.type === 'attribute' && attribute.child('object') === call;
  return chained && outer?.type === 'call' && outer.child('function') === attribute ? chainOf(outer) : call;
}

// a call in a decorator configures a test and asserts nothing
const isDefinedAs = (call: SyntaxNode): boolean => call.parent?.type === 'decorator';
