import type { TestCase } from '@assay/schema';
import type { SyntaxNode } from '../syntax-node.ts';

type Reason = TestCase['disarmed'];

/** Rules of a language for code that never runs or whose failures are swallowed. */
interface DeadCodeRules {
  /** Why a node keeps a child with an assertion from failing the test. */
  disarms(parent: SyntaxNode, child: SyntaxNode): Reason;
  /** The node type of a block of statements. */
  readonly block: string;
  /** Whether a statement always leaves the block. */
  leaves(statement: SyntaxNode): boolean;
  /** Whether a nested function runs only if it is used by name. */
  isNamed(inner: SyntaxNode, within: SyntaxNode): boolean;
  /** The node types of such a name. */
  readonly identifiers: readonly string[];
}

/** Creates a function that returns why an assertion can never fail its function; null if it can. */
export function createDisarmFinder(rules: DeadCodeRules): (node: SyntaxNode, within: SyntaxNode) => Reason {
  // cached per block, because a lookup per assertion would be quadratic
  const exits = new WeakMap<SyntaxNode, number>();
  const uses = new WeakMap<SyntaxNode, number>();
  const isLeftBefore = (block: SyntaxNode, child: SyntaxNode): boolean => {
    const exit = exits.get(block) ?? block.namedChildren.find(rules.leaves)?.start ?? Number.POSITIVE_INFINITY;
    exits.set(block, exit);
    return exit < child.start;
  };
  const isNeverNamed = (inner: SyntaxNode, within: SyntaxNode): boolean => {
    if (inner === within || !rules.isNamed(inner, within)) return false;
    const name = inner.child('name')?.text;
    const known = uses.get(inner) ?? within.find(...rules.identifiers).filter(({ text }) => text === name).length;
    uses.set(inner, known);
    return known <= 1;
  };
  return (node, within) => {
    let child = node;
    for (const parent of node.ancestors()) {
      if (parent.type === rules.block && isLeftBefore(parent, child)) return 'early_return';
      const reason = rules.disarms(parent, child) ?? (isNeverNamed(parent, within) ? 'constant_condition' : null);
      if (reason !== null) return reason;
      if (parent === within) return null;
      child = parent;
    }
    return null;
  };
}

/** Statements that leave a block. */
export const LEAVING: ReadonlySet<string> = new Set(['return_statement', 'continue_statement', 'break_statement']);

/** Rules of a language for statements that always leave their block. */
interface LeavingRules {
  /** The node type of a call. */
  readonly call: string;
  /** The names of functions that end the process. */
  readonly exits: RegExp;
  dottedName(node: SyntaxNode | undefined): string | null;
  constantTruth(node: SyntaxNode): boolean | undefined;
}

/** Creates a function that returns whether a statement always leaves its block. */
export function createLeavingCheck(rules: LeavingRules): (statement: SyntaxNode) => boolean {
  const alwaysLeaves = (statement: SyntaxNode): boolean => {
    if (LEAVING.has(statement.type)) return true;
    if (statement.type === 'expression_statement') {
      const call = statement.namedChildren[0];
      return call?.type === rules.call && rules.exits.test(rules.dottedName(call.child('function')) ?? '');
    }
    const condition = statement.type === 'if_statement' ? statement.child('condition') : undefined;
    const taken = condition && rules.constantTruth(condition) === true ? statement.child('consequence') : undefined;
    return taken !== undefined && (alwaysLeaves(taken) || taken.namedChildren.some(alwaysLeaves));
  };
  return alwaysLeaves;
}
