import type { Construct } from '../signal-detector.ts';
import type { SourceFile } from '../source-file.ts';
import { findUnreached } from './unreached.ts';

const SHELL = {
  exit: /^exit(?:\s+0)?\s*;?\s*$/,
  preamble: /^(?:#!|set\s|export\s|[A-Za-z_]\w*=|cd\s|echo\b|printf\b|:|source\s|\.\s|["'])/,
  // function definitions below an exit are not unreached code
  declaration: /^(?:function\s+\w+|\w+\s*\(\s*\))/,
};

const RUBY = {
  exit: /^(?:Kernel\.)?exit!?(?:\s*\(\s*(?:0|true)?\s*\)|\s+(?:0|true))?\s*;?\s*$/,
  preamble: /^(?:require(?:_relative)?\b|#|["'])/,
};

const AT_EXIT = /\bat_exit\s*(?:\{|do\b)/;
const RUBY_SUCCESS = /\bexit!?(?:\s*\(?\s*(?:0|true)\s*\)?)/;

/** Early exits of scripts. */
export function findScriptExits(file: SourceFile): Construct[] {
  if (file.language.id === 'shell') return findUnreached(file, SHELL);
  const hooks = file.code_lines.flatMap((code, index) =>
    AT_EXIT.test(code) && RUBY_SUCCESS.test(file.code_lines.slice(index, index + 3).join('\n'))
      ? [{ line: index + 1, message: 'The exit code is replaced by success when the program ends.' }]
      : [],
  );
  return [...findUnreached(file, RUBY), ...hooks];
}
