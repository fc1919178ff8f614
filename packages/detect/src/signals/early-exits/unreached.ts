import type { Construct } from '../signal-detector.ts';
import type { SourceFile } from '../source-file.ts';

interface TopLevelExit {
  /** A statement in the first column that exits with success. */
  readonly exit: RegExp;
  /** A preparing line, such as an import. */
  readonly preamble: RegExp;
  /** A line after the exit that does not count, such as a function declaration. */
  readonly declaration?: RegExp;
  /** Whether code in the first column is always at the top level. */
  readonly indented?: boolean;
}

const MESSAGE = 'The program ends here with success, so nothing below runs and nothing can fail; take the exit out.';

/**
 * Top-level exits that leave code below unreached, or that are all a file does. An exit at the end of a script is
 * neither.
 */
export function findUnreached(file: SourceFile, { exit, preamble, declaration, indented }: TopLevelExit): Construct[] {
  const { code_lines } = file;
  const at = code_lines.findIndex((line) => exit.test(line));
  if (at === -1 || (!indented && isContinued(code_lines, at))) return [];
  const before = code_lines.slice(0, at).filter((line) => line.trim() !== '');
  const isFirst = before.every((line) => preamble.test(line));
  const isUnreached = code_lines.slice(at + 1).some((line) => /^[^\s})\]]/.test(line) && !declaration?.test(line));
  // a new program that only succeeds may be a test fake; one that replaced a program is not
  return isUnreached || (isFirst && file.existed) ? [{ line: at + 1, message: MESSAGE }] : [];
}

const OPENS = /(?:\)|\belse|\bthen|\bdo|[{(,\\&|])\s*$/;
const STATEMENT = /^(?:import|const|require|from|echo|print)\b/;

// the body of an `if` without braces
function isContinued(lines: readonly string[], at: number): boolean {
  const last = lines.slice(0, at).findLast((line) => line.trim() !== '') ?? '';
  return OPENS.test(last) && !STATEMENT.test(last);
}
