import type { SyntaxNode } from '../../inventory/syntax-node.ts';
import { type BrokenTest, type Edit, listStatements, mayReturn, type TestBreaker } from '../broken-test.ts';
import { changeLiteral } from '../change-literal.ts';

const HOLDERS = /^(?:for|with)_statement$/;
const FUNCTIONS = /^(?:function_definition|lambda)$/;
const LITERAL = /^(?:string|integer|float|true|false|none|list|tuple|dictionary|set)$/;

/** Functions of pytest and methods of unittest. */
export const breakPython: TestBreaker = (root) =>
  root.find('function_definition').flatMap((node): BrokenTest[] => {
    const name = node.child('name')?.text ?? '';
    const body = node.child('body');
    if (body === undefined || !/^test/i.test(name) || node.ancestor('function_definition') !== undefined) return [];
    const changed = mayReturn(body, FUNCTIONS) ? [] : listStatements(body, HOLDERS).flatMap(changeAssertion);
    return [{ name, edits: changed.length > 0 ? changed : [failAtEnd(node, body)] }];
  });

/** An assertion that passes, changed so that it must fail: another expected value, the opposite, or another error. */
function changeAssertion(statement: SyntaxNode): Edit[] {
  const [inner] = statement.namedChildren;
  if (statement.type === 'with_statement') return changeError(statement);
  if (inner === undefined) return [];
  if (statement.type === 'assert_statement') return [changeExpected(comparedTo(inner)) ?? negate(inner)];
  return inner.type === 'call' ? changeCall(inner) : [];
}

const OPPOSITES: Readonly<Record<string, string>> = {
  assertTrue: 'assertFalse',
  assertFalse: 'assertTrue',
  assertIn: 'assertNotIn',
  assertNotIn: 'assertIn',
  assertIs: 'assertIsNot',
  assertIsNone: 'assertIsNotNone',
  assertIsNotNone: 'assertIsNone',
  assertEqual: 'assertNotEqual',
};

function changeCall(call: SyntaxNode): Edit[] {
  const callee = call.child('function');
  const name = /^self\.(\w+)$/.exec(callee?.text ?? '')?.[1];
  if (callee === undefined || name === undefined) return [];
  const given = call.child('arguments')?.namedChildren ?? [];
  if (/^assert(?:Raises|RaisesRegex)$/.test(name) && given.length > 1) return replace(given[0], NEVER_RAISED);
  const changed = name === 'assertEqual' ? changeExpected(given[1]) : undefined;
  const opposite = OPPOSITES[name];
  if (changed !== undefined) return [changed];
  return opposite === undefined ? [] : replace(callee, `self.${opposite}`);
}

/** `with pytest.raises(ValueError):` with an error that no code raises. */
function changeError(statement: SyntaxNode): Edit[] {
  const call = statement.find('call')[0];
  if (
    call === undefined ||
    !/^(?:pytest\.raises|self\.assertRaises(?:Regex)?)$/.test(call.child('function')?.text ?? '')
  )
    return [];
  return replace(call.child('arguments')?.namedChildren[0], NEVER_RAISED);
}

const NEVER_RAISED = 'GeneratorExit';

const replace = (node: SyntaxNode | undefined, text: string): Edit[] =>
  node === undefined ? [] : [{ start: node.start, end: node.end, text }];

const negate = ({ start, end, text }: SyntaxNode): Edit => ({ start, end, text: `not (${text})` });

function comparedTo({ type, children }: SyntaxNode): SyntaxNode | undefined {
  return type === 'comparison_operator' && children.length === 3 && children[1]?.text === '=='
    ? children[2]
    : undefined;
}

/** A literal, or the first one that a constructor such as `Money(5)` is given. */
function changeExpected(expected: SyntaxNode | undefined): Edit | undefined {
  if (expected === undefined) return undefined;
  if (LITERAL.test(expected.type)) return changeLiteral(expected) ?? asList(expected);
  if (expected.type !== 'call' || !/^(?:\w+\.)*[A-Z]\w*$/.test(expected.child('function')?.text ?? ''))
    return undefined;
  const [first] = expected.child('arguments')?.namedChildren ?? [];
  return first === undefined || !/^(?:string|integer|float)$/.test(first.type) ? undefined : changeLiteral(first);
}

const asList = ({ start, end, text }: SyntaxNode): Edit => ({ start, end, text: `[${text}, ${text}]` });

// no name is looked up: code under test can replace every name
function failAtEnd(node: SyntaxNode, body: SyntaxNode): Edit {
  const outer = indentOf(node);
  const step = outer.includes('\t') || /\n\t/.test(node.text) ? '\t' : '    ';
  const inner = body.line === node.line ? `${outer}${step}` : indentOf(body);
  const head = body.line === node.line ? `\n${inner}` : '';
  const lines = body.text.split('\n').map((line, index) => (index === 0 || line === '' ? line : `${step}${line}`));
  const text = `${head}try:\n${inner}${step}${lines.join('\n')}\n${inner}finally:\n${inner}${step}1 / 0`;
  return { start: body.start, end: body.end, text };
}

/** The blanks before a node on its line. */
function indentOf(node: SyntaxNode): string {
  let root = node;
  for (const above of node.ancestors()) root = above;
  const before = root.text.slice(0, node.start - root.start);
  return /[ \t]*$/.exec(before.slice(before.lastIndexOf('\n') + 1).replace(/\S.*$/, ''))?.[0] ?? '';
}
