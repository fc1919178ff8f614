import type { TestCase } from '@assay/schema';
import { joinTokens, tokensOf } from './facts.ts';
import { isComment, type SyntaxNode } from './syntax-node.ts';

/**
 * One statement of a file, without the blocks it contains, and the statements around it: what has to happen for it to be
 * executed. This is all that the judgment of a change reads, in every language.
 */
export interface Line {
  readonly text: string;
  readonly line: number;
  /** The heads of the statements around it, outermost first, inside its test or file. */
  readonly guards: readonly string[];
  /** The test it belongs to; null outside tests. */
  readonly test: string | null;
  /** Whether it declares the test rather than belongs to its body. */
  readonly declares: boolean;
}

export type Outline = readonly Line[];

// hostile nesting and generated files
const MOST_LINES = 20_000;
const DEEPEST = 60;

/** Reads the statements of a tree. */
export function readOutline(root: SyntaxNode, tests: readonly TestCase[]): Outline {
  const lines: Line[] = [];
  const byEnd = Map.groupBy(tests, ({ end_line }) => end_line);
  const read = (list: SyntaxNode, guards: readonly string[], test: string | null): void => {
    if (guards.length > DEEPEST) return;
    for (const statement of statementsIn(list)) {
      if (lines.length >= MOST_LINES) return;
      const blocks = blocksIn(statement);
      const text = joinTokens(tokensOf(statement, new Set(blocks)));
      if (text === '') continue;
      const found = declaredTest(statement, byEnd);
      // a class may end where its last test does
      const isInside = (block: SyntaxNode): boolean =>
        statementsIn(block).some((inner) => declaredTest(inner, byEnd) === found);
      const declared = found !== undefined && blocks.some(isInside) ? undefined : found;
      const owner = declared ?? test;
      lines.push({ text, line: statement.line, guards, test: owner, declares: declared !== undefined });
      const inner = declared === undefined ? guards : [];
      for (const [index, block] of blocks.entries())
        read(block, declared === undefined ? [...inner, nameBlock(text, { block, index })] : inner, owner);
    }
  };
  for (const { type, text, line } of root.children)
    if (isComment(type) && DIRECTIVE.test(text)) lines.push({ text, line, guards: [], test: null, declares: false });
  read(root, [], null);
  return lines;
}

// `if … else …` has two blocks with one head; a case is named after its value, because others may be added before it
function nameBlock(head: string, { block, index }: { readonly block: SyntaxNode; readonly index: number }): string {
  const [value] = block.namedChildren;
  if (CASES.has(block.type)) return `${head} ${value === undefined ? 'default' : joinTokens(tokensOf(value))}`;
  return index === 0 ? head : `${head}#${index}`;
}

function declaredTest(node: SyntaxNode, byEnd: ReadonlyMap<number, readonly TestCase[]>): string | undefined {
  const ending = byEnd.get(node.endLine);
  if (ending === undefined) return undefined;
  return ending.find(({ line }) => line >= node.line && line - node.line <= MOST_MARKERS)?.name;
}

// comments that decide whether a file is built
const DIRECTIVE = /^\/\/ ?(?:go:build|\+build)\b/;

// decorators and annotations above a test
const MOST_MARKERS = 12;

const CASES = new Set([
  'expression_case',
  'communication_case',
  'type_case',
  'default_case',
  'switch_case',
  'switch_default',
  'switch_block_statement_group',
]);

const LISTS = new Set([
  ...CASES,
  'block',
  'statement_block',
  'statement_list',
  'compound_statement',
  'class_body',
  'enum_body',
  'interface_body',
  'constructor_body',
  'declaration_list',
  'match_block',
  'switch_body',
  'switch_block',
  'block_body',
  'body_statement',
]);

const FUNCTIONS = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
  'lambda',
  'lambda_expression',
  'lambda_literal',
  'closure_expression',
  'func_literal',
]);

function statementsIn(list: SyntaxNode): readonly SyntaxNode[] {
  if (!LISTS.has(list.type) && list.parent !== null) return [list];
  const statements = list.namedChildren;
  const [only] = statements;
  // some grammars put a list into a block
  return statements.length === 1 && only !== undefined && only.type === 'statement_list'
    ? only.namedChildren
    : statements;
}

/** The outermost blocks of a statement, and the bodies of its functions. */
function blocksIn(statement: SyntaxNode): SyntaxNode[] {
  const blocks: SyntaxNode[] = [];
  statement.visit((node) => {
    if (node === statement) return true;
    const isBody = node.role === 'body' && node.parent !== null && FUNCTIONS.has(node.parent.type);
    if (!isBody && !LISTS.has(node.type)) return true;
    blocks.push(node);
    return false;
  });
  return blocks;
}

/** Whether a line only names what comes from elsewhere. */
// an import for its effect, such as of another test file, is a statement
export const isImport = ({ text }: Line): boolean =>
  !/^import["']/.test(text) &&
  /^(?:package |import\b|use |from\b[\s\w.]+?import\b|(?:const|let|var) ?[{\w][^=]*=(?:await )?(?:require|import)\()|^["'`]/.test(
    text,
  );
