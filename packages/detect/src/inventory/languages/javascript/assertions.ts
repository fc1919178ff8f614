import type { TestAssertion } from '@assay/schema';
import { type AssertionMeaning, describeValue, opposite } from '../../assertion-meaning.ts';
import { assertionAt, compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { assertsMoreThanTruth, describeCondition, orderSides } from './conditions.ts';
import { bare, dottedName, findChain, isLiteral, lastName, listArguments } from './expressions.ts';
import { parameterNames } from './flavors.ts';
import { describeMatch } from './matchers.ts';
import type { Names } from './names.ts';

/** The assertion at a node, if any. A chain counts once, at its first call. */
export function readAssertion(node: SyntaxNode, names: Names): TestAssertion | undefined {
  if (node.type === 'member_expression') {
    const judged = node.child('property')?.text === 'should' ? judgeShould(node) : undefined;
    return judged && assertionAt(findChain(node), judged);
  }
  if (node.type !== 'call_expression') return undefined;
  const written = dottedName(node.child('function')) ?? '';
  const judged =
    judgeExpect(node, asExpect(written, names), names) ??
    judgeAssert(node, { written, names }) ??
    judgeChained(node, written);
  return judged && assertionAt(findChain(node), judged);
}

const EXPECT =
  /^(?:(?:chai|vitest|jest|t|ctx|context|test|playwright)\.)?(?:expect(?:\.(?:soft|poll))?|expectTypeOf|expectType)$/;
const EXPECT_FAIL = /^expect\.(?:fail|unreachable)$/;

// `expect` under another name; one from a project file may be the unit under test
function asExpect(written: string, names: Names): string {
  const [first = ''] = written.split('.');
  const imported = names.importOf(first);
  const renamed = imported?.name === 'expect' && first !== 'expect' && !imported.module.startsWith('.');
  return renamed ? `expect${written.slice(first.length)}` : written;
}

function judgeExpect(call: SyntaxNode, written: string, names: Names): AssertionMeaning | undefined {
  if (EXPECT_FAIL.test(written)) return describeValue(call, 'exact');
  if (!EXPECT.test(written)) return undefined;
  const [subject, phrase, ...values] = listArguments(call);
  const words = wordsOf(call);
  // `expect(list, 'to contain', item)`; elsewhere, the text is a message
  const isPhrase = phrase?.type === 'string' && (names.importOf('expect')?.module.startsWith('unexpected') ?? false);
  if (subject !== undefined && words.length === 0 && isPhrase)
    return describeMatch({ subject: bare(subject), words: phrase.text.slice(1, -1).split(' '), expected: values });
  if (subject === undefined || words.length === 0)
    return describeValue(call, /Type/.test(written) ? 'type' : 'tautology');
  const expected = listArguments(findChain(call));
  const truth = truthOf(words, expected[0]);
  const negated = words.includes('not') !== (truth === false);
  // `expect(a === b).toBe(true)` is the same as `expect(a).toBe(b)`
  if (truth !== undefined && !isLiteral(bare(subject)) && assertsMoreThanTruth(subject)) {
    return negated ? opposite(describeCondition(subject)) : describeCondition(subject);
  }
  return describeMatch({ subject: bare(subject), words, expected });
}

function truthOf(words: readonly string[], expected: SyntaxNode | undefined): boolean | undefined {
  const matcher = words.at(-1) ?? '';
  if (/^(?:toBeTruthy|true|ok|toBeTrue)$/.test(matcher)) return true;
  if (/^(?:toBeFalsy|false|toBeFalse)$/.test(matcher)) return false;
  const compares = /^(?:toBe|toEqual|toStrictEqual|equals?|eql?)$/.test(matcher);
  if (!compares || (expected?.type !== 'true' && expected?.type !== 'false')) return undefined;
  return expected.type === 'true';
}

/** The members of a chain: `not` and `toBe` in `expect(x).not.toBe(1)`. */
function wordsOf(start: SyntaxNode): string[] {
  const words: string[] = [];
  const top = findChain(start);
  for (let node = start; node !== top && node.parent !== null; node = node.parent) {
    const property = node.parent.type === 'member_expression' ? node.parent.child('property')?.text : undefined;
    if (property !== undefined) words.push(property);
  }
  return words;
}

const ASSERT_MODULE =
  /^(?:node:)?assert(?:\/strict)?$|^chai$|^@std\/assert|^(?:https:)?.*\/asserts?\.ts$|^uvu\/assert$|^power-assert$/;
const ASSERT_OBJECT = /^(?:(?:\w+\.)?assert(?:\.strict)?|sinon\.assert|chai\.assert|should(?:\.not)?)$/;
const ASSERT_NAME = /^assert(?:[A-Z_]\w*)?$/;
// other verbs are also common in code under test
const EXPECT_HELPER = /^expect[A-Z_]\w*$/;
// methods of the test context in ava, tap and tape
const CONTEXT_METHODS = new Set(
  `is not deepEqual notDeepEqual like true false truthy falsy throws throwsAsync notThrows notThrowsAsync regex notRegex
  snapshot pass fail assert equal equals notEqual same notSame strictSame strictNotSame looseEqual ok notOk match notMatch
  has hasStrict type rejects resolves resolveMatch error ifError deepLooseEqual doesNotThrow isEqual strictEqual
  deepStrictEqual matchSnapshot emits notHas notHasStrict hasProp hasProps hasOwnProp hasOwnProps notStrictEqual
  notDeepStrictEqual notStrictSame doesNotMatch doesNotReject partialDeepStrictEqual unlike deepNotEqual notLooseEqual`.split(
    /\s+/,
  ),
);
const NOT_ASSERTIONS = /^(?:AssertionError|async|callback|expect|step|deepEqualAssertion)$/;

interface Callee {
  readonly written: string;
  readonly names: Names;
}

function judgeAssert(call: SyntaxNode, { written, names }: Callee): AssertionMeaning | undefined {
  const name = lastName(written);
  const object = written.slice(0, -name.length - 1);
  const placed = listArguments(call);
  if (written === name) {
    const imported = names.importOf(name);
    const asserting = imported !== undefined && ASSERT_MODULE.test(imported.module);
    if (asserting && imported.name !== 'expect' && imported.name !== 'should') {
      return judgeNamed(call, /^(?:default|\*|assert|strict|ok)$/.test(imported.name) ? 'ok' : imported.name);
    }
    // a helper of another file or package, whose body is not available
    if (imported !== undefined && EXPECT_HELPER.test(name)) return describeValue(call, 'structure');
    if (name === 'fail' && names.valueOf(name) === undefined)
      return placed.length < 2 ? describeValue(call, 'exact') : undefined;
    if (name === 'should' && placed.length > 0)
      return describeMatch({
        subject: placed[0] ?? call,
        words: wordsOf(call),
        expected: listArguments(findChain(call)),
      });
    return ASSERT_NAME.test(name) ? judgeNamed(call, name.replace(/^assert_?/, '') || 'ok') : undefined;
  }
  if (NOT_ASSERTIONS.test(name)) return undefined;
  if (ASSERT_OBJECT.test(object) || isAssertModule(object, names)) return judgeNamed(call, name);
  if (written === 'done.fail' || written === 'td.verify') return describeValue(call, 'exact');
  if (CONTEXT_METHODS.has(name) && (isTestContext(object, call) || isRunner(object, names)))
    return judgeNamed(call, name);
  return ASSERT_NAME.test(name) && !/^console$/.test(object)
    ? judgeNamed(call, name.replace(/^assert_?/, '') || 'ok')
    : undefined;
}

function isAssertModule(object: string, names: Names): boolean {
  const imported = names.importOf(object.split('.')[0] ?? '');
  return imported !== undefined && ASSERT_MODULE.test(imported.module) && imported.name !== 'expect';
}

/** Whether a name is the test context: the first parameter of an enclosing function, by its usual name or position. */
function isTestContext(name: string, call: SyntaxNode): boolean {
  if (!/^\w+$/.test(name)) return false;
  for (const above of call.ancestors()) {
    if (!/function|method/.test(above.type)) continue;
    if (!parameterNames(above).includes(name)) continue;
    const passed = above.parent?.type === 'arguments' ? (above.parent.parent?.child('function')?.text ?? '') : '';
    return /^(?:t|tt|t2|st)$/.test(name) || /^(?:test|it|tap|QUnit|t)\b/.test(passed);
  }
  return false;
}

// in tap and tape, the module is the context
const isRunner = (object: string, names: Names): boolean =>
  /^(?:tap|tape)$/.test(names.importOf(object)?.module ?? '') && names.importOf(object)?.name === 'default';

/** Reads an assertion by its name, such as `deepEqual`, and its arguments. */
function judgeNamed(call: SyntaxNode, name: string): AssertionMeaning {
  const [first, second, ...more] = listArguments(call);
  if (first === undefined)
    return describeValue(
      call,
      /^(?:fail|unreachable|reject)$/.test(name) ? 'exact' : name === 'pass' ? 'tautology' : 'structure',
    );
  if (/^(?:fail|unreachable)$/.test(name)) return describeValue(call, 'exact');
  if (name === 'pass') return describeValue(call, 'tautology');
  if (/^(?:ok|true|truthy|isTrue|isOk|assert|True|is_true)$/.test(name)) return describeCondition(first);
  if (/^(?:notOk|false|falsy|isFalse|isNotOk|False)$/.test(name)) return opposite(describeCondition(first));
  const word = name.charAt(0).toLowerCase() + name.slice(1);
  const compares = /equal|same|^is$|^not$/i.test(word) && second !== undefined;
  const negative = word === 'not' || /^(?:not|isNot|doesNot|never)[A-Z]/.test(word);
  const sides = compares && second ? orderSides(first, second) : { actual: first, expected: second };
  const expected = sides.expected === undefined ? more : [sides.expected, ...more];
  const judged = describeMatch({ subject: bare(sides.actual), words: [matcherOf(word)], expected });
  return negative ? opposite(judged) : judged;
}

// the caller negates
const matcherOf = (word: string): string => {
  if (word === 'not') return 'is';
  const positive = word.replace(/^(?:isNot|doesNot|not|never)(?=[A-Z])/, '');
  return positive.charAt(0).toLowerCase() + positive.slice(1);
};

/** `x.should.equal(1)`. */
function judgeShould(member: SyntaxNode): AssertionMeaning | undefined {
  const subject = member.child('object');
  const parent = member.parent;
  if (subject === undefined || parent?.child('object') !== member) return undefined;
  return describeMatch({ subject: bare(subject), words: wordsOf(member), expected: listArguments(findChain(member)) });
}

/** `cy.get(…).should('be.visible')` and `request(app).get('/').expect(200)`: calls within a chain. */
function judgeChained(call: SyntaxNode, written: string): AssertionMeaning | undefined {
  const callee = call.child('function');
  const object = callee?.child('object');
  const [first, ...expected] = listArguments(call);
  if (object === undefined || first === undefined) return undefined;
  const name = lastName(written);
  if (name === 'expect' && written.includes('().')) {
    return { subject: compact(object), expected: compact(first), strength: 'exact', negated: false, tolerance: null };
  }
  if (name !== 'should' && !(name === 'and' && written.includes('.should()'))) return undefined;
  const words = first.type === 'string' ? first.text.slice(1, -1).split('.') : ['toBe'];
  return describeMatch({ subject: object, words, expected });
}
