import { findExitsInTests } from './early-exits/other-languages.ts';
import { findPythonExits } from './early-exits/python.ts';
import { findUnreached } from './early-exits/unreached.ts';
import { type Construct, defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/** Exits with success before anything can fail, and hooks that turn a failure into success. */
export const earlyExit = defineDetector({
  kind: 'early_exit',
  find: (file) => {
    switch (file.language.id) {
      case 'python':
        return findPythonExits(file);
      case 'javascript':
        return findJavascriptExits(file);
      case 'shell':
      case 'ruby':
        return findScriptExits(file);
      default:
        return findExitsInTests(file);
    }
  },
});

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
function findScriptExits(file: SourceFile): Construct[] {
  if (file.language.id === 'shell') return findUnreached(file, SHELL);
  const hooks = file.code_lines.flatMap((code, index) =>
    AT_EXIT.test(code) && RUBY_SUCCESS.test(file.code_lines.slice(index, index + 3).join('\n'))
      ? [{ line: index + 1, message: 'The exit code is replaced by success when the program ends.' }]
      : [],
  );
  return [...findUnreached(file, RUBY), ...hooks];
}

const SUCCESS = String.raw`\(\s*0?\s*\)`;
const TOP_LEVEL = new RegExp(String.raw`^(?:globalThis\.)?process\.(?:exit|reallyExit)\s*${SUCCESS}\s*;?\s*$`);
const ANYWHERE = new RegExp(String.raw`\bprocess\.(?:exit|reallyExit)\s*${SUCCESS}`);
const PREAMBLE = /^(?:import\b|export\s*\{|(?:const|let|var)\b.*\brequire\s*\(|["'#]|\s|\})/;
const DECLARATION = /^(?:export\s+)?(?:async\s+)?function\b|^(?:export\s+)?(?:interface|type|enum|declare)\b/;
const STRICT_TEST = /\.(?:test|spec|cy)\.[cm]?[jt]sx?$|(?:^|\/)__tests__\/|(?:jest|vitest)[.-]?setup/;
const ON_EXIT = /\bprocess\.(?:on|once|prependListener)\s*\(\s*["']/;
// a test of an exit mocks it first
const REPLACED =
  /\bspyOn\s*\(\s*process\b|\bprocess\.exit\s*=(?!=)|\bstub\s*\(\s*process\b|\bmock\.method\s*\(\s*process\b/;
const REACH = 3;

function findJavascriptExits(file: SourceFile): Construct[] {
  const found = findUnreached(file, { exit: TOP_LEVEL, preamble: PREAMBLE, declaration: DECLARATION });
  const isTest = STRICT_TEST.test(file.path);
  const isReplaced = REPLACED.test(file.code);
  file.code_lines.forEach((code, index) => {
    const add = (message: string) => found.push({ line: index + 1, message });
    const isOwn = !found.some(({ line }) => line === index + 1);
    if (ON_EXIT.test(code) && /["'](?:exit|beforeExit)["']/.test(file.lines[index] ?? '')) {
      const handler = file.code_lines.slice(index, index + REACH + 1).join('\n');
      if (ANYWHERE.test(handler) || /\bprocess\.exitCode\s*=\s*0\b/.test(handler))
        add('The exit code is replaced by success when the program ends.');
    } else if (isTest && !isReplaced && isOwn && ANYWHERE.test(code))
      add('The test process exits here with success, whatever the tests found.');
    else if (isTest && /\bprocess\.exitCode\s*=\s*0\b/.test(code)) add('The exit code of the tests is set to success.');
  });
  return found;
}
