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
