import { basename } from 'node:path/posix';
import type { Construct } from '../signal-detector.ts';
import type { SourceFile } from '../source-file.ts';
import { findUnreached } from './unreached.ts';

const SUCCESS = String.raw`\(\s*(?:0|None)?\s*\)`;
const EXIT = new RegExp(
  String.raw`^(?:(?:sys\.exit|os\._exit|exit|quit)\s*${SUCCESS}|raise\s+SystemExit\s*(?:${SUCCESS})?)\s*;?\s*$`,
);
const PREAMBLE = /^(?:import\b|from\b|["'#]|\s|\))/;
const SKIP_MODULE = /^raise\s+(?:unittest\.(?:case\.)?)?SkipTest\b/;

/** Files that run with the tests and can change their outcome. */
const HOOKED = /^(?:conftest|sitecustomize|usercustomize)\.py$/;
const HOOKS: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/\bsys\.excepthook\s*=(?!=)/, 'Uncaught exceptions no longer end the program the usual way; restore the hook.'],
  [
    /\.exitstatus\s*=\s*(?:0\b|pytest\.ExitCode\.OK|ExitCode\.OK)/,
    'The exit status of the test session is set to success.',
  ],
  [/\bpytest\.exit\s*\(.*\breturncode\s*=\s*0\b/, 'The test session ends here with success.'],
];
const OUTCOME = /\.outcome\s*=\s*["']passed["']/;
const HARD_EXIT = new RegExp(String.raw`\bos\._exit\s*${SUCCESS}`);
const CHILD = /\bfork\s*\(|\bmultiprocessing\b|\bProcess\s*\(|\bforkpty\b/;

// what every pattern below names; hardly a file does
const NAMED = /\b(?:SkipTest|_exit|excepthook|exitstatus|outcome|pytest\.exit)\b/;

export function findPythonExits(file: SourceFile): Construct[] {
  const isHook = HOOKED.test(basename(file.path));
  const found = findUnreached(file, { exit: EXIT, preamble: PREAMBLE, indented: true });
  if (!NAMED.test(file.code)) return found;
  const hasChildren = CHILD.test(file.code);
  const isRunner = file.is_test || isHook;
  file.code_lines.forEach((code, index) => {
    const add = (message: string) => found.push({ line: index + 1, message });
    if (isRunner && SKIP_MODULE.test(code)) add('All tests of this file are skipped; skip only those that need it.');
    if (/\batexit\.register\s*\(.*\bos\._exit\b/.test(code)) add('The exit code is replaced when the program ends.');
    else if (isRunner && !hasChildren && HARD_EXIT.test(code) && /^\s/.test(code))
      add('The process ends here with success, whatever the tests found.');
    if (!isHook && !file.is_test) return;
    for (const [pattern, message] of HOOKS) if (pattern.test(code)) add(message);
    if (/\.outcome\s*=/.test(code) && OUTCOME.test(file.lines[index] ?? ''))
      add('The outcome of tests is set to passed, whatever it was.');
  });
  return found;
}
