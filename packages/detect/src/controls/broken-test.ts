import type { SyntaxNode } from '../inventory/syntax-node.ts';

/** Text to put in the place of a range; an insertion if the range is empty. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text after edits. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = text;
  for (const { start, end, text: by } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    edited = `${edited.slice(0, start)}${by}${edited.slice(end)}`;
  return edited;
}

/** A test, and the edits after which it must fail, whatever the code under test does. */
export interface BrokenTest {
  /** The name of its function, or the title it is given. */
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** Finds the tests of a file. A test that may pass after the edits is left out. */
export type TestBreaker = (root: SyntaxNode) => readonly BrokenTest[];

/** Puts texts around the inside of a block in braces. */
export const surround = (
  { start, end }: Pick<SyntaxNode, 'start' | 'end'>,
  [before, after]: readonly [string, string],
): readonly Edit[] => [
  { start: start + 1, end: start + 1, text: before },
  { start: end - 1, end: end - 1, text: after },
];

/** The statements of a body that run whenever it does, with those in loops and `with` blocks. */
export function listStatements(body: SyntaxNode, holders: RegExp): SyntaxNode[] {
  return body.namedChildren.flatMap((statement) => {
    const holder = statement.type === 'expression_statement' ? (statement.namedChildren[0] ?? statement) : statement;
    const inner = holders.test(holder.type) ? holder.child('body') : undefined;
    return inner === undefined ? [statement] : [statement, ...listStatements(inner, holders)];
  });
}

/** Whether code may leave a function before its end. Functions inside it are separate. */
export function mayReturn(body: SyntaxNode, functions: RegExp): boolean {
  for (const node of body.walk((part) => part === body || !functions.test(part.type)))
    if (node.type === 'return_statement' || node.type === 'return_expression') return true;
  return false;
}
