import type { SyntaxNode } from '@assay/detect';
import type { PlacedBug } from './planted-bug.ts';

// the result of each replacement has the same type, so that the code still compiles
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['<=', '>'],
  ['>', '<='],
  ['>=', '<'],
  ['&&', '||'],
  ['||', '&&'],
  ['and', 'or'],
  ['or', 'and'],
  ['+', '-'],
  ['-', '+'],
  ['+=', '-='],
  ['-=', '+='],
]);

const OPERATIONS = new Set([
  ...['binary_expression', 'binary_operator', 'comparison_operator', 'boolean_operator', 'binary'],
  ...['augmented_assignment', 'augmented_assignment_expression', 'compound_assignment_expr', 'assignment_statement'],
]);

const FUNCTIONS = new Set([
  ...['function_definition', 'function_declaration', 'function_expression', 'function', 'arrow_function'],
  ...['generator_function_declaration', 'generator_function', 'method_definition', 'method_declaration'],
  ...['constructor_declaration', 'function_item', 'method', 'singleton_method'],
]);

const NUMBERS = new Set(['integer', 'number', 'int_literal', 'integer_literal', 'decimal_integer_literal']);
// elsewhere a number may be a type, a size or a position
const NUMBER_PLACES = new Set([
  ...['return_statement', 'return_expression', 'expression_list', 'argument_list', 'arguments'],
  ...OPERATIONS,
]);

/** Places for bugs in the code of functions, and nowhere in comments, texts and types. Those in operators come first. */
export function listSyntaxBugs(path: string, text: string, root: SyntaxNode): PlacedBug[] {
  const found: { readonly rank: number; readonly bug: PlacedBug }[] = [];
  root.visit((node) => {
    if (isSkipped(node)) return false;
    const replacement = replace(node);
    const owner = replacement === undefined ? undefined : findOwner(node);
    if (replacement !== undefined && owner !== undefined)
      found.push({ rank: replacement.rank, bug: locate({ path, text, node, owner }, replacement.text) });
    return true;
  });
  return found.toSorted((a, b) => a.rank - b.rank).map(({ bug }) => bug);
}

// a decorator is no part of the function, and tests beside the code are no source
function isSkipped(node: SyntaxNode): boolean {
  if (node.type === 'decorator' || node.type.endsWith('type_annotation')) return true;
  const before = node.type === 'mod_item' || node.type === 'function_item' ? previousNamed(node) : undefined;
  return before?.type === 'attribute_item' && /\btest\b/.test(before.text);
}

function previousNamed(node: SyntaxNode): SyntaxNode | undefined {
  const beside = node.parent?.children ?? [];
  return beside[beside.indexOf(node) - 1];
}

interface Replacement {
  readonly text: string;
  /** A wrong operator changes more answers than a wrong value. */
  readonly rank: 0 | 1 | 2;
}

function replace(node: SyntaxNode): Replacement | undefined {
  const { type, parent } = node;
  if (parent === null) return undefined;
  const operator = node.named || !OPERATIONS.has(parent.type) ? undefined : OPERATORS.get(type);
  // texts can be added but not subtracted
  if (operator !== undefined) return parent.find(...TEXTS).length > 0 ? undefined : { text: operator, rank: 0 };
  const truth = node.children.length > 0 ? undefined : TRUTHS.get(node.text);
  if (truth !== undefined && !parent.type.startsWith('literal_type')) return { text: truth, rank: 1 };
  const isCount = NUMBERS.has(type) && NUMBER_PLACES.has(parent.type) && /^\d{1,9}$/.test(node.text);
  return isCount ? { text: String(Number(node.text) + 1), rank: 2 } : undefined;
}

const TEXTS = ['string', 'string_literal', 'interpreted_string_literal', 'raw_string_literal', 'template_string'];
const TRUTHS: ReadonlyMap<string, string> = new Map([
  ['true', 'false'],
  ['false', 'true'],
  ['True', 'False'],
  ['False', 'True'],
]);

function findOwner(node: SyntaxNode): SyntaxNode | undefined {
  return [...node.ancestors()].findLast(({ type }) => FUNCTIONS.has(type));
}

interface Place {
  readonly path: string;
  readonly text: string;
  readonly node: SyntaxNode;
  readonly owner: SyntaxNode;
}

function locate({ path, text, node, owner }: Place, replacement: string): PlacedBug {
  const start = text.lastIndexOf('\n', node.start - 1) + 1;
  const end = text.indexOf('\n', node.end);
  const before = text.slice(start, end === -1 ? text.length : end);
  const after = `${before.slice(0, node.start - start)}${replacement}${before.slice(node.end - start)}`;
  return { path, line: node.line, before, after, function: findName(owner), owner: owner.start };
}

function findName(owner: SyntaxNode): string | null {
  const named = owner.child('name') ?? owner.parent?.child('name') ?? owner.parent?.child('key');
  return (named ?? owner.parent?.child('left'))?.text ?? null;
}
