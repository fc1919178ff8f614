import { compact, oneLine } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { bare, isFunction, listArguments, stringLiteral } from './expressions.ts';
import { type Flavor, findFlavor, type Mark, parameterNames } from './flavors.ts';
import { readOptions } from './markers.ts';
import type { Names } from './names.ts';

/** A call that declares a test or a group of tests. */
export interface Declaration {
  readonly call: SyntaxNode;
  readonly name: string;
  readonly flavor: Flavor;
  readonly marks: readonly Mark[];
  /** The test function; undefined for a todo. */
  readonly body: SyntaxNode | undefined;
}

const PENDING: Mark = { kind: 'skip', conditional: false };

/** The declaration of a call; undefined if it declares nothing. */
export function readDeclaration(call: SyntaxNode, names: Names): Declaration | undefined {
  const callee = call.child('function');
  const placed = listArguments(call);
  const [first] = placed;
  if (callee === undefined || first === undefined) return undefined;
  const flavor = findFlavor(callee, names);
  if (flavor === undefined) return undefined;
  const body = findBody(placed);
  // `t.fail('why')` in tap is an assertion
  const said = placed.length === 1 && stringLiteral(first) !== null && !/\.fail$/.test(callee.text);
  const announced = said && !isInTest(call);
  if (body === undefined && (!announced || flavor.guessed)) return undefined;
  // `test.skip(({ browserName }) => …, 'why')` skips the enclosing group
  if (flavor.marks.length > 0 && (body === bare(first) || !isName(bare(first)))) return undefined;
  const marks = [...flavor.marks, ...readOptions(call)];
  const pending = body === undefined && marks.length === 0 && flavor.declares === 'test';
  return {
    call,
    name: oneLine(stringLiteral(first) ?? (isFunction(first) ? (first.child('name')?.text ?? '') : compact(first))),
    flavor,
    marks: pending ? [PENDING] : marks,
    body,
  };
}

// `test.skip(browser === 'x', why)` has a condition instead of a name
const isName = (node: SyntaxNode): boolean =>
  /^(?:string|template_string|identifier|member_expression|call_expression|subscript_expression)$/.test(node.type) ||
  (node.type === 'binary_expression' && node.child('operator')?.type === '+');

/** The last argument that is, contains or refers to a function. */
function findBody(placed: readonly SyntaxNode[]): SyntaxNode | undefined {
  for (const argument of placed.map(bare).toReversed()) {
    if (isFunction(argument)) return argument;
    if (argument.type === 'call_expression') {
      const inner = argument.find('arrow_function', 'function_expression', 'generator_function')[0];
      if (inner !== undefined) return inner;
    }
    const stands_for_one = argument.type === 'identifier' || argument.type === 'member_expression';
    if (stands_for_one && argument !== bare(placed[0] ?? argument) && !isOwnParameter(argument)) return argument;
  }
  return undefined;
}

// the `fn` of a local `const itX = (name, fn) => it(name, fn)`
function isOwnParameter(argument: SyntaxNode): boolean {
  for (const above of argument.ancestors()) {
    if (isFunction(above) && parameterNames(above).includes(argument.text)) return true;
  }
  return false;
}

const isInTest = (call: SyntaxNode): boolean => {
  for (const above of call.ancestors()) {
    const callee = above.type === 'call_expression' ? (above.child('function')?.text ?? '') : '';
    if (/^(?:it|test|specify)\b(?!\.describe)/.test(callee)) return true;
  }
  return false;
};
