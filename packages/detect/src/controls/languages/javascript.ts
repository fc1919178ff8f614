import type { SyntaxNode } from '../../inventory/syntax-node.ts';
import { type BrokenTest, type Edit, listStatements, mayReturn, surround, type TestBreaker } from '../broken-test.ts';
import { changeLiteral } from '../change-literal.ts';
import { type AssertNames, findAssertNames } from './assert-names.ts';

const HOLDERS = /^for(?:_in)?_statement$/;
const TEST = /^(?:it|test|specify|Deno\.test|t\.test|tap\.test|QUnit\.test)(?:[.(`]|$)/;
// these pass if the test fails, or do not run
const OTHERWISE = /\.(?:fails|failing|todo|skip)\b/;
const FUNCTIONS = /^(?:arrow_function|function_expression|function_declaration|method_definition|generator_function)$/;
const LITERAL = /^(?:string|number|true|false|null|array|object)$/;
const FAILS = ['try {', '\n} finally { null.control; }'] as const;

/** Tests that are given to a runner as functions. */
export const breakJavaScript: TestBreaker = (root) => {
  const names = findAssertNames(root);
  return root.find('call_expression').flatMap((call): BrokenTest[] => {
    const callee = call.child('function')?.text ?? '';
    if (!TEST.test(callee) || OTHERWISE.test(callee)) return [];
    const given = call.child('arguments')?.namedChildren ?? [];
    const body = given.find(({ type }) => FUNCTIONS.test(type))?.child('body');
    const [title] = given;
    if (body === undefined || title === undefined || title.child('body') === body) return [];
    return [{ name: readTitle(title), edits: breakBody(body, names) }];
  });
};

// a variable is a title without fixed parts, not the name of the variable
const readTitle = ({ type, text }: SyntaxNode): string => (/^(?:template_)?string$/.test(type) ? unquote(text) : '%s');

const unquote = (text: string): string => text.replace(/^(['"`])([\s\S]*)\1$/, '$2');

function breakBody(body: SyntaxNode, names: AssertNames): readonly Edit[] {
  if (body.type !== 'statement_block') {
    const { start, end } = body;
    const changed = changeExpression(body, names);
    if (changed.length > 0) return changed;
    return [
      { start, end: start, text: `{ ${FAILS[0]} return (` },
      { start: end, end, text: `); ${FAILS[1]} }` },
    ];
  }
  const changed = mayReturn(body, FUNCTIONS)
    ? []
    : listStatements(body, HOLDERS).flatMap((each) => changeAssertion(each, names));
  if (changed.length > 0) return changed;
  // tap does not count an error after the end of the test against it
  const last = body.namedChildren.at(-1);
  const end = last !== undefined && /^\w+\.end\(\);?$/.test(last.text) ? last.start + 1 : body.end;
  return surround({ start: body.start, end }, FAILS);
}

const changeAssertion = ({ type, namedChildren: [inner] }: SyntaxNode, names: AssertNames): Edit[] =>
  type === 'expression_statement' && inner !== undefined ? changeExpression(inner, names) : [];

/** An assertion that passes, changed so that it must fail: another expected value, or the opposite. */
function changeExpression(expression: SyntaxNode, names: AssertNames): Edit[] {
  const call = expression.type === 'await_expression' ? expression.namedChildren[0] : expression;
  const callee = call?.child('function');
  if (call?.type !== 'call_expression' || callee === undefined) return [];
  const given = call.child('arguments')?.namedChildren ?? [];
  const [, object = '', method] = /^([\w$]+)(?:\.(\w+))?$/.exec(callee.text) ?? [];
  if (names.modules.has(object)) return changeAssert(method ?? 'ok', { module: object, callee, given });
  const alone = method === undefined ? names.functions.get(object) : undefined;
  if (alone !== undefined) return changeAssert(alone, { module: undefined, callee, given });
  if (callee.type !== 'member_expression' || !/^expect\(/.test(callee.text)) return [];
  const matcher = callee.child('property');
  const equal = /^to(?:Be|Equal|StrictEqual)$/.test(matcher?.text ?? '') && given.length === 1 && !isNegated(callee);
  const changed = equal ? changeExpected(given[0]) : undefined;
  return changed === undefined ? negateMatcher(callee) : [changed];
}

const isNegated = (callee: SyntaxNode): boolean => /\.not\.\w+$/.test(callee.text);

function negateMatcher(callee: SyntaxNode): Edit[] {
  const matcher = callee.child('property');
  if (matcher === undefined) return [];
  if (!isNegated(callee)) return [{ start: matcher.start, end: matcher.start, text: 'not.' }];
  return [{ start: matcher.start - 'not.'.length, end: matcher.start, text: '' }];
}

const OPPOSITES: Readonly<Record<string, string>> = {
  equal: 'notEqual',
  notEqual: 'equal',
  strictEqual: 'notStrictEqual',
  notStrictEqual: 'strictEqual',
  deepEqual: 'notDeepEqual',
  deepStrictEqual: 'notDeepStrictEqual',
  match: 'doesNotMatch',
  throws: 'doesNotThrow',
  rejects: 'doesNotReject',
};

interface AssertCall {
  /** What the file calls the module; undefined if it has only the function. */
  readonly module: string | undefined;
  readonly callee: SyntaxNode;
  readonly given: readonly SyntaxNode[];
}

function changeAssert(name: string, { module, callee, given: [first, second] }: AssertCall): Edit[] {
  if (name === 'ok' && first !== undefined) return [{ start: first.start, end: first.end, text: `!(${first.text})` }];
  const changed = /^(?:e|deepE|strictE|deepStrictE)qual$/.test(name) ? changeExpected(second) : undefined;
  const opposite = module === undefined ? undefined : OPPOSITES[name];
  if (changed !== undefined) return [changed];
  return opposite === undefined ? [] : [{ start: callee.start, end: callee.end, text: `${module}.${opposite}` }];
}

const changeExpected = (expected: SyntaxNode | undefined): Edit | undefined =>
  expected === undefined || !LITERAL.test(expected.type) ? undefined : (changeLiteral(expected) ?? asList(expected));

const asList = ({ start, end, text }: SyntaxNode): Edit => ({ start, end, text: `[${text}, ${text}]` });
