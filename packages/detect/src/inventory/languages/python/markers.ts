import type { TestMarker } from '@assay/schema';
import { markerAt } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { constantTruth, dottedName, lastName, readArguments } from './expressions.ts';
import type { Names } from './names.ts';

const MARK = /skip|xfail|expected_?failure/i;
const NO_MARK = /(?:no|un|dont|never)_?skip/i;
// a longer chain of aliases is a cycle
const MOST_ALIASES = 8;

/** Names and skip helpers of a module. */
export interface MarkerContext {
  readonly names: Names;
  /** Functions of the module whose body skips; as decorators they are markers. */
  readonly skippers: ReadonlyMap<string, TestMarker['kind']>;
}

type Mark = Pick<TestMarker, 'kind' | 'conditional'>;

/** The markers in decorators, in `pytestmark`, or in the rows of a parametrization. */
export function readMarks(nodes: readonly SyntaxNode[], context: MarkerContext): TestMarker[] {
  return nodes.flatMap((node) => {
    const mark = markOf(node, context);
    if (mark !== undefined) return [markerAt(node, mark.kind, mark.conditional)];
    if (node.type === 'list' || node.type === 'tuple') return readMarks(node.namedChildren, context);
    return node.type === 'call' ? readRowMarks(node, context) : [];
  });
}

// `parametrize("n", [pytest.param(1, marks=pytest.mark.xfail)])` marks one row; old pytest used `pytest.mark.xfail(1)`
function readRowMarks(call: SyntaxNode, context: MarkerContext): TestMarker[] {
  const rows = readArguments(call).placed.flatMap(({ type, namedChildren }) => (LISTS.test(type) ? namedChildren : []));
  const wrapped = rows.flatMap((row) => {
    const callee = row.type === 'call' ? row.child('function') : undefined;
    const mark = callee && markOf(callee, context);
    return mark ? [markerAt(row, mark.kind, true)] : [];
  });
  const named = call.find('keyword_argument').flatMap((argument) => {
    const value = argument.child('name')?.text === 'marks' ? argument.child('value') : undefined;
    return value ? readMarks([value], context).map((marker) => ({ ...marker, conditional: true })) : [];
  });
  return [...wrapped, ...named];
}

const LISTS = /^(?:list|tuple)$/;

function markOf(node: SyntaxNode, context: MarkerContext, depth = 0): Mark | undefined {
  if (depth > MOST_ALIASES) return undefined;
  if (node.type === 'conditional_expression') {
    const mark = node.namedChildren
      .map((child) => markOf(child, context, depth + 1))
      .find((found) => found !== undefined);
    return mark && { ...mark, conditional: true };
  }
  const callee = node.type === 'call' ? node.child('function') : node;
  const written = dottedName(callee);
  if (written === null) return undefined;
  const name = lastName(context.names.resolve(written));
  const value = context.names.valueOf(written);
  const alias = value && markOf(value, context, depth + 1);
  if (alias !== undefined) return alias;
  const skipper = context.skippers.get(written);
  if (skipper !== undefined) return { kind: skipper, conditional: true };
  if (name === 'partial' && node.type === 'call') {
    const inner = readArguments(node).placed[0];
    return inner && markOf(inner, context, depth + 1);
  }
  if (!MARK.test(name) || NO_MARK.test(name)) return undefined;
  const kind = /xfail|failure/i.test(name) ? 'expected_failure' : 'skip';
  const conditional = isConditional(node, name);
  return conditional === 'never' ? undefined : { kind, conditional };
}

function isConditional(node: SyntaxNode, name: string): boolean | 'never' {
  const { placed, named } = node.type === 'call' ? readArguments(node) : { placed: [], named: new Map() };
  const condition = named.get('condition') ?? placed[0];
  if (/^(?:skip|expectedFailure)$/.test(name)) return false;
  if (name === 'xfail') {
    if (condition === undefined || condition.type === 'string') return false;
    return decided(condition, true);
  }
  if (/^(?:skipif|skipIf|skip_if)$/.test(name) && condition) return decided(condition, true);
  if (/^(?:skipUnless|skip_unless)$/.test(name) && condition) return decided(condition, false);
  return /if|unless|on|without|no_/i.test(name);
}

/** Evaluates a constant condition: unconditional if it always skips, no marker if it never does. */
function decided(condition: SyntaxNode, skipsWhen: boolean): boolean | 'never' {
  // the runner evaluates conditions in strings
  const truth = condition.type === 'string' ? undefined : constantTruth(condition);
  if (truth === undefined) return true;
  return truth === skipsWhen ? false : 'never';
}

const SKIPPING =
  /^(?:pytest\.(?:skip|xfail|importorskip)|(?:self|cls)\.skipTest|(?:\w+\.)*_?skip_?(?:if|unless|test)\w*)$/i;
const SKIP_ERROR = /(?:^|\.)(?:SkipTest|Skipped|skip\.Exception)$/;
const BRANCHES = ['if_statement', 'elif_clause', 'else_clause', 'except_clause', 'for_statement', 'while_statement'];
const BRANCHING = new Set([...BRANCHES, 'case_clause', 'conditional_expression', 'boolean_operator', 'with_statement']);

/** The skips that a function or module reaches at run time. */
export function readSkips(nodes: Iterable<SyntaxNode>, { names }: MarkerContext): TestMarker[] {
  const markers: TestMarker[] = [];
  for (const node of nodes) {
    const kind = skipKind(node, names);
    if (kind !== undefined) markers.push(markerAt(node, kind, isInBranch(node) || /importorskip/.test(node.text)));
  }
  return markers;
}

function skipKind(node: SyntaxNode, names: Names): TestMarker['kind'] | undefined {
  if (node.type === 'raise_statement') {
    const raised = node.namedChildren[0];
    const name = raised && dottedName(raised.type === 'call' ? raised.child('function') : raised);
    return name && SKIP_ERROR.test(names.resolve(name)) ? 'skip' : undefined;
  }
  if (node.type === 'call') {
    const name = names.resolve(dottedName(node.child('function')) ?? '');
    // in `pytest.mark.skipif(…)` the attribute counts, called or not
    if (SKIPPING.test(name) && !SKIP_ERROR.test(name) && !/\bmark\.\w+$/.test(name))
      return name.endsWith('.xfail') ? 'expected_failure' : 'skip';
  }
  // `item.add_marker(pytest.mark.skip(...))`
  if (node.type === 'attribute' && /^(?:skip|skipif|xfail)$/.test(node.child('attribute')?.text ?? '')) {
    const name = names.resolve(dottedName(node) ?? '');
    if (/^pytest\.mark\./.test(name)) return name.endsWith('xfail') ? 'expected_failure' : 'skip';
  }
  return undefined;
}

function isInBranch(node: SyntaxNode): boolean {
  for (const above of node.ancestors()) {
    if (above.type === 'function_definition' || above.type === 'class_definition') return false;
    if (!BRANCHING.has(above.type)) continue;
    const condition = above.child('condition');
    if (condition === undefined || constantTruth(condition) !== true) return true;
  }
  return false;
}
