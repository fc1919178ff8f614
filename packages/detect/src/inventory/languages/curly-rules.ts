import type { TestAssertion } from '@assay/schema';
import type { SyntaxNode } from '../syntax-node.ts';

/** What decides whether a statement is reached, where grammars name it as that of C# does. */
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

/** The assertions at a node, of a reader that finds one or none. */
export const atMostOne =
  (read: Reader) =>
  (node: SyntaxNode): readonly TestAssertion[] => {
    const found = read(node);
    return found === undefined ? [] : [found];
  };

interface Catching {
  /** Whether a clause catches what a failed assertion throws. */
  isBroad(clause: SyntaxNode): boolean;
  readonly read: Reader;
}

/** The body of a `try` one clause of which catches failures, and neither throws nor asserts. */
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
