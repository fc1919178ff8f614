import type { TestAssertion, TestCase, TestMarker } from '@assay/schema';
import { codeDigest } from './facts.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** Rules of a language for nodes in the body of a test. */
export interface BodyRules {
  /** The assertions at a node itself, not below it. */
  assertions(node: SyntaxNode): readonly TestAssertion[];
  marker(node: SyntaxNode): TestMarker | undefined;
  /** The name of the function that a node calls. */
  call(node: SyntaxNode): string | undefined;
  /** The name that a node mocks. */
  mock?(node: SyntaxNode): string | undefined;
  isStatement(node: SyntaxNode): boolean;
  /** Whether a statement always leaves the test, so that the rest of its block never runs. */
  leaves(node: SyntaxNode): boolean;
  /** A branch that never runs because of a constant condition. */
  branch(node: SyntaxNode): ConstantBranch | undefined;
  /** The part whose failures a node swallows, such as the body of a `try`. */
  swallows(node: SyntaxNode): SyntaxNode | undefined;
}

interface ConstantBranch {
  readonly never: SyntaxNode | undefined;
  readonly always: SyntaxNode | undefined;
}

/** The branches of an `if`, given the text of its condition; undefined if that is not a constant. */
export function constantBranch(node: SyntaxNode, condition: string | undefined): ConstantBranch | undefined {
  if (condition === 'false') return { never: node.child('consequence'), always: node.child('alternative') };
  if (condition === 'true') return { never: node.child('alternative'), always: node.child('consequence') };
  return undefined;
}

export type Body = Pick<
  TestCase,
  'assertions' | 'markers' | 'calls' | 'mocks' | 'statements' | 'disarmed' | 'body_digest'
>;

interface Found {
  readonly assertion: TestAssertion;
  readonly at: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly why: NonNullable<TestCase['disarmed']>;
}

/** Reads the body of a test or function, without nodes that `enter` rejects, such as nested tests. */
export function readBody(body: SyntaxNode, rules: BodyRules, enter: (node: SyntaxNode) => boolean = () => true): Body {
  const found: Found[] = [];
  const markers: TestMarker[] = [];
  const calls = new Set<string>();
  const mocks = new Set<string>();
  const spans: Span[] = [];
  let statements = 0;
  for (const node of body.walk((part) => part === body || enter(part))) {
    if (!node.named) continue;
    for (const assertion of rules.assertions(node)) found.push({ assertion, at: node.start });
    add(markers, rules.marker(node));
    const call = rules.call(node);
    if (call !== undefined) calls.add(call);
    const mock = rules.mock?.(node);
    if (mock !== undefined) mocks.add(mock);
    if (rules.isStatement(node)) statements += 1;
    spans.push(...spansAt(node, rules));
  }
  return {
    ...armed(found, spans),
    markers,
    calls: [...calls],
    mocks: [...mocks],
    statements,
    body_digest: codeDigest([body]),
  };
}

/** The assertions that can fail the test; if none can, all of them with the reason. */
function armed(found: readonly Found[], spans: readonly Span[]): Pick<TestCase, 'assertions' | 'disarmed'> {
  const dead = reasons(
    found,
    spans.filter(({ why }) => why !== 'swallowed_failure'),
  );
  const live = found.filter((_, index) => dead[index] === null);
  if (live.length === 0) return { assertions: found.map(({ assertion }) => assertion), disarmed: dead[0] ?? null };
  const lost = reasons(
    live,
    spans.filter(({ why }) => why === 'swallowed_failure'),
  );
  const disarmed = lost.every((why) => why !== null) ? 'swallowed_failure' : null;
  return { assertions: live.map(({ assertion }) => assertion), disarmed };
}

/** For each assertion in text order, the reason of the span around it. One sweep, because both lists may be long. */
function reasons(found: readonly Found[], spans: readonly Span[]): TestCase['disarmed'][] {
  const ordered = [...spans].sort((a, b) => a.from - b.from);
  let next = 0;
  let reach: Span | undefined;
  return found.map(({ at }) => {
    for (let span = ordered[next]; span !== undefined && span.from <= at; span = ordered[++next]) {
      if (reach === undefined || span.to > reach.to) reach = span;
    }
    return reach !== undefined && at < reach.to ? reach.why : null;
  });
}

function spansAt(node: SyntaxNode, rules: BodyRules): Span[] {
  const spans: Span[] = [];
  const branch = rules.branch(node);
  if (branch?.never !== undefined) {
    spans.push({ from: branch.never.start, to: branch.never.end, why: 'constant_condition' });
  }
  const swallowed = rules.swallows(node);
  if (swallowed !== undefined) spans.push({ from: swallowed.start, to: swallowed.end, why: 'swallowed_failure' });
  if (rules.leaves(node) || alwaysLeaves(branch, rules)) {
    const end = endOfList(node);
    const why = branch === undefined ? 'early_return' : 'constant_condition';
    if (end > node.end) spans.push({ from: node.end, to: end, why });
  }
  return spans;
}

function alwaysLeaves(branch: ConstantBranch | undefined, rules: BodyRules): boolean {
  const always = branch?.always;
  if (always === undefined) return false;
  return [always, ...always.children, ...always.children.flatMap(({ children }) => children)].some((node) =>
    rules.leaves(node),
  );
}

/** The end of the block of a statement; its own end if it is alone, as in `if (x) return;`. */
function endOfList(node: SyntaxNode): number {
  // in some grammars an `if` is an expression inside a statement
  const list = node.parent?.type === 'expression_statement' ? node.parent.parent : node.parent;
  return list !== null && LISTS.has(list.type) ? list.end : node.end;
}

const LISTS = new Set([
  'statement_list',
  'block',
  'compound_statement',
  'body_statement',
  'block_body',
  'constructor_body',
  'switch_block_statement_group',
]);

function add<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}

/** Whether a condition between a node and its function decides if the node is reached. */
export function isConditional(
  node: SyntaxNode,
  types: { conditions: ReadonlySet<string>; functions: ReadonlySet<string> },
): boolean {
  for (const above of node.ancestors()) {
    if (types.functions.has(above.type)) return false;
    if (types.conditions.has(above.type)) return true;
  }
  return false;
}
