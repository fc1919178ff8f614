import type { Construct } from '../signal-detector.ts';
import type { SourceFile } from '../source-file.ts';

interface TopLevelExit {
  /** A statement that ends the program with success, from the first column on. */
  readonly exit: RegExp;
  /** A line that only prepares, such as an import. */
  readonly preamble: RegExp;
  /** A line that counts for nothing if it comes after, such as a function that is only declared. */
  readonly declaration?: RegExp;
  /** Whether what stands in the first column is in the outermost block for sure. */
  readonly indented?: boolean;
}

const MESSAGE = 'The program ends here with success, so nothing below runs and nothing can fail; take the exit out.';

/**
 * Exits in the outermost block that leave code below them unreached, or that are all a file does. The one at the end of
 * a script is neither.
 */
export function findUnreached(file: SourceFile, { exit, preamble, declaration, indented }: TopLevelExit): Construct[] {
  const { code_lines } = file;
  const at = code_lines.findIndex((line) => exit.test(line));
  if (at === -1 || (!indented && isContinued(code_lines, at))) return [];
  const before = code_lines.slice(0, at).filter((line) => line.trim() !== '');
  const isFirst = before.every((line) => preamble.test(line));
  const isUnreached = code_lines.slice(at + 1).some((line) => /^[^\s})\]]/.test(line) && !declaration?.test(line));
  // a program that only succeeds is a stand-in as tests use them, unless it took the place of another
  return isUnreached || (isFirst && file.existed) ? [{ line: at + 1, message: MESSAGE }] : [];
}

const OPENS = /(?:\)|\belse|\bthen|\bdo|[{(,\\&|])\s*$/;
const STATEMENT = /^(?:import|const|require|from|echo|print)\b/;

// the body of an `if` without braces
function isContinued(lines: readonly string[], at: number): boolean {
  const last = lines.slice(0, at).findLast((line) => line.trim() !== '') ?? '';
  return OPENS.test(last) && !STATEMENT.test(last);
}
