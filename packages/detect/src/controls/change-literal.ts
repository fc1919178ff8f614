import type { SyntaxNode } from '../inventory/syntax-node.ts';
import type { Edit } from './broken-test.ts';

const QUOTED = /^[rRbBuU]?("""|'''|"|')[\s\S]*\1$/;
const DECIMAL = /^\d[\d_]*(?:\.\d+)?$/;

/** An edit that gives a string or a number another value of the same type; undefined for anything else. */
export function changeLiteral({ start, end, text }: SyntaxNode): Edit | undefined {
  const quote = QUOTED.exec(text)?.[1];
  // inside the quotes: whoever reads the file for the answer finds the other value
  if (quote !== undefined) return { start: end - quote.length, end: end - quote.length, text: '~' };
  if (!DECIMAL.test(text)) return undefined;
  // the last digit, downwards: the value still fits its type
  const last = text.at(-1) === '0' ? '1' : String(Number(text.at(-1)) - 1);
  return { start, end, text: `${text.slice(0, -1)}${last}` };
}
