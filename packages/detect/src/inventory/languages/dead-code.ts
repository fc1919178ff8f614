import type { TestCase } from '@assay/schema';
import type { SyntaxNode } from '../syntax-node.ts';

type Reason = TestCase['disarmed'];

/** What a language says of code that never runs, or whose failure nobody hears of. */
interface DeadCodeRules {
  /** Why a node keeps the child that an assertion is in from failing the test. */
  disarms(parent: SyntaxNode, child: SyntaxNode): Reason;
  /** A list of statements, of which one after another runs. */
  readonly block: string;
  /** Whether a statement leaves the list for good. */
  leaves(statement: SyntaxNode): boolean;
  /** Whether a function inside another runs only if something names it. */
  isNamed(inner: SyntaxNode, within: SyntaxNode): boolean;
  /** The nodes that may be such a name. */
  readonly identifiers: readonly string[];
}

/** Makes what says why an assertion in a function can never fail it; null when it can. */
export function createDisarmFinder(rules: DeadCodeRules): (node: SyntaxNode, within: SyntaxNode) => Reason {
  // asked for each assertion of a block; looking again each time would take the square of its length
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
