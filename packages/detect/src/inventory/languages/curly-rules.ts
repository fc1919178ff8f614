import type { TestAssertion } from '@assay/schema';
import type { SyntaxNode } from '../syntax-node.ts';

/** Node types that make a statement conditional, in grammars with the names of the C# grammar. */
export const CURLY_CONDITIONS: ReadonlySet<string> = new Set([
  'if_statement',
  'switch_statement',
  'for_statement',
  'foreach_statement',
  'while_statement',
  'catch_clause',
  'conditional_expression',
]);

type Reader = (node: SyntaxNode) => TestAssertion | undefined;

/** Adapts a reader that finds at most one assertion. */
export const atMostOne =
  (read: Reader) =>
  (node: SyntaxNode): readonly TestAssertion[] => {
    const found = read(node);
    return found === undefined ? [] : [found];
  };

interface Catching {
  /** Whether a clause catches failed assertions. */
  isBroad(clause: SyntaxNode): boolean;
  readonly read: Reader;
}

/** The body of a `try` with a clause that catches failures and neither throws nor asserts. */
export const swallowedBy =
  ({ isBroad, read }: Catching) =>
  (node: SyntaxNode): SyntaxNode | undefined => {
    if (node.type !== 'try_statement') return undefined;
    const isDropping = (clause: SyntaxNode): boolean =>
      clause.type === 'catch_clause' &&
      isBroad(clause) &&
      ![...(clause.child('body')?.walk() ?? [])].some((part) => /^throw_/.test(part.type) || read(part) !== undefined);
    return node.children.some(isDropping) ? node.child('body') : undefined;
  };
