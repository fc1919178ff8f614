import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { constantTruth, dottedName, isFunction, listArguments, objectEntries, stringLiteral } from './expressions.ts';
import { type Mark, parameterNames } from './flavors.ts';

const OPTIONS: ReadonlyMap<string, TestMarker['kind']> = new Map([
  ['skip', 'skip'],
  ['todo', 'skip'],
  ['ignore', 'skip'],
  ['only', 'focus'],
  ['fails', 'expected_failure'],
  ['expectFailure', 'expected_failure'],
] as const);

/** The marks in the options of a test, such as `{ skip: true }`; false is ignored. */
export function readOptions(call: SyntaxNode): Mark[] {
  const objects = listArguments(call).filter(({ type }) => type === 'object');
  return objects.flatMap((object) =>
    [...objectEntries(object)].flatMap(([name, value]) => {
      const kind = OPTIONS.get(name);
      const truth = constantTruth(value);
      return kind === undefined || truth === false ? [] : [{ kind, conditional: truth === undefined }];
    }),
  );
}

const CONTEXT = /^(?:this|t|ctx|context|test|it|tap|task)$/;
const KINDS: ReadonlyMap<string, TestMarker['kind']> = new Map([
  ['skip', 'skip'],
  ['fixme', 'skip'],
  ['todo', 'skip'],
  ['fail', 'expected_failure'],
] as const);
const BRANCHING = new Set([
  'if_statement',
  'else_clause',
  'ternary_expression',
  'binary_expression',
  'catch_clause',
  'switch_case',
  'for_statement',
  'for_in_statement',
  'while_statement',
]);

/** The marker of a call inside a test, hook or group, such as `this.skip()` or `test.skip(condition, "why")`. */
export function readSkip(call: SyntaxNode): TestMarker | undefined {
  const name = dottedName(call.child('function')) ?? '';
  const kind = skipKind(call, name);
  if (kind === undefined) return undefined;
  const [condition] = listArguments(call);
  const stated = condition !== undefined && name.includes('.') && stringLiteral(condition) === null;
  const truth = stated ? constantTruth(condition) : true;
  if (truth === false) return undefined;
  return markerAt(call, kind, truth === undefined || isInBranch(call));
}

function skipKind(call: SyntaxNode, name: string): TestMarker['kind'] | undefined {
  const [first, second] = listArguments(call);
  if (name === 'pending') return first === undefined || stringLiteral(first) !== null ? 'skip' : undefined;
  // `{ skip }` destructured from the test context
  if (name === 'skip') return isContext('skip', call) ? 'skip' : undefined;
  const [object = '', method = '', ...more] = name.split('.');
  if (more.length > 0 || (second !== undefined && isFunction(second))) return undefined;
  if (!CONTEXT.test(object) && !isContext(object, call)) return undefined;
  // `fail` of a context is an assertion; only `test.fail` of the runner expects a failure
  if (method === 'fail' && object !== 'test' && object !== 'it') return undefined;
  return KINDS.get(method);
}

/** Whether a name is a parameter of the test function. */
function isContext(name: string, call: SyntaxNode): boolean {
  for (const above of call.ancestors()) {
    if (!isFunction(above) || above.parent?.type !== 'arguments') continue;
    if (parameterNames(above).includes(name))
      return /^(?:it|test|specify|Deno|QUnit)\b/.test(above.parent.parent?.text ?? '');
  }
  return false;
}

function isInBranch(node: SyntaxNode): boolean {
  for (const above of node.ancestors()) {
    if (isFunction(above)) return false;
    if (!BRANCHING.has(above.type)) continue;
    const condition = above.child('condition');
    if (condition === undefined || constantTruth(condition) !== true) return true;
  }
  return false;
}
