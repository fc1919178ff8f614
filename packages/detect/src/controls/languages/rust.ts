import type { SyntaxNode } from '../../inventory/syntax-node.ts';
import { type BrokenTest, type Edit, listStatements, mayReturn, type TestBreaker } from '../broken-test.ts';
import { changeLiteral } from '../change-literal.ts';

const HOLDERS = /^for_expression$/;
const GUARD =
  'struct Control; impl Drop for Control { fn drop(&mut self) { if !std::thread::panicking() { panic!() } } } let _control = Control;';

/** Functions with the attribute `test`, without those that should panic. */
export const breakRust: TestBreaker = (root) =>
  root.find('function_item').flatMap((node): BrokenTest[] => {
    const attributes = attributesOf(node);
    const body = node.child('body');
    if (body === undefined || !attributes.some((text) => /^#\s*\[\s*(?:\w+::)*test\b/.test(text))) return [];
    if (attributes.some((text) => /\bshould_panic\b/.test(text))) return [];
    const changed = mayReturn(body, /^(?:closure_expression|function_item)$/)
      ? []
      : listStatements(body, HOLDERS).flatMap(changeAssertion);
    const at = body.start + 1;
    const edits = changed.length > 0 ? changed : [{ start: at, end: at, text: ` ${GUARD} ` }];
    return [{ name: node.child('name')?.text ?? '', edits }];
  });

function attributesOf(node: SyntaxNode): string[] {
  const beside = node.parent?.children ?? [];
  const before = beside.slice(0, beside.indexOf(node));
  const first = before.findLastIndex(({ type }) => type !== 'attribute_item' && !type.endsWith('comment')) + 1;
  return before.slice(first).map(({ text }) => text);
}

/** An assertion that passes, changed so that it must fail: another expected value, or the opposite. */
function changeAssertion(statement: SyntaxNode): Edit[] {
  const macro = statement.type === 'expression_statement' ? statement.namedChildren[0] : statement;
  const name = macro?.child('macro');
  const tokens = macro?.childOfType('token_tree');
  if (macro?.type !== 'macro_invocation' || name === undefined || tokens === undefined) return [];
  if (name.text === 'assert') return negate(tokens);
  if (name.text !== 'assert_eq') return [];
  const changed = changeExpected(tokens);
  return changed === undefined ? [{ start: name.start, end: name.end, text: 'assert_ne' }] : [changed];
}

/** A literal, or the first one that a constructor such as `Money::new(5)` is given. */
function changeExpected({ children }: SyntaxNode): Edit | undefined {
  const second = children.slice(children.findIndex(({ text }) => text === ',') + 1, -1);
  const end = second.findIndex(({ text }) => text === ',');
  const expected = end === -1 ? second : second.slice(0, end);
  const [first] = expected;
  if (first !== undefined && expected.length === 1) return changeLiteral(first);
  const given = expected.at(-1);
  if (
    given?.type !== 'token_tree' ||
    !/^(?:\w+::)*[A-Z]\w*(?:::new)?$/.test(
      expected
        .slice(0, -1)
        .map(({ text }) => text)
        .join(''),
    )
  )
    return undefined;
  const literal = given.children.find(({ type }) => /literal$/.test(type));
  return literal && changeLiteral(literal);
}

function negate({ children }: SyntaxNode): Edit[] {
  const condition = children.slice(1, -1);
  const comma = condition.findIndex(({ text }) => text === ',');
  const [first, last] = [condition[0], condition.at(comma === -1 ? -1 : comma - 1)];
  if (first === undefined || last === undefined) return [];
  return [
    { start: first.start, end: first.start, text: '!(' },
    { start: last.end, end: last.end, text: ')' },
  ];
}
