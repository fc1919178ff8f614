import type { TestAssertion, TestCase, TestMarker } from '@assay/schema';
import { digestOf } from './facts.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** What a language says of the nodes in the body of a test. */
export interface BodyRules {
  /** The assertions that stand at a node itself, not below it. */
  assertions(node: SyntaxNode): readonly TestAssertion[];
  marker(node: SyntaxNode): TestMarker | undefined;
  /** The name of the function a node calls. */
  call(node: SyntaxNode): string | undefined;
  /** What a node replaces by a stand-in. */
  mock?(node: SyntaxNode): string | undefined;
  isStatement(node: SyntaxNode): boolean;
  /** Whether a statement leaves the test for good, so that nothing after it in the same list runs. */
  leaves(node: SyntaxNode): boolean;
  /** What never runs because of a condition that is always the same. */
  branch(node: SyntaxNode): ConstantBranch | undefined;
  /** What a node keeps from failing the test, such as the body of a `try` whose failures are dropped. */
  swallows(node: SyntaxNode): SyntaxNode | undefined;
}

interface ConstantBranch {
  readonly never: SyntaxNode | undefined;
  readonly always: SyntaxNode | undefined;
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

/** Reads the body of a test or function; what `enter` refuses, such as a test within it, is left out. */
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
    body_digest: digestOf([body]),
  };
}

/** The assertions that can fail the test; all of them, with the reason, where none can. */
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

/** For each assertion, in the order of the text, why it is in one of the spans; in one sweep, as both may be many. */
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

/** Where the list of statements ends that a statement stands in; its own end where it stands alone, as in `if (x) return;`. */
function endOfList(node: SyntaxNode): number {
  // in some grammars an `if` is an expression, and stands in a statement
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

/** Whether something between a node and its function decides if it is reached. */
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
