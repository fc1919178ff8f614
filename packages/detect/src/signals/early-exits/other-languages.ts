import type { Construct } from '../signal-detector.ts';
import type { SourceFile } from '../source-file.ts';

/** Exits with success in compiled languages. */
const EXITS: Readonly<Record<string, RegExp>> = {
  java: /\bSystem\.exit\s*\(\s*0\s*\)|\.halt\s*\(\s*0\s*\)|\bexitProcess\s*\(\s*0\s*\)/,
  csharp: /\bEnvironment\.Exit\s*\(\s*0\s*\)/,
  rust: /\bprocess::exit\s*\(\s*0\s*\)/,
  php: /(?:^|[;{\s])(?:exit|die)\s*(?:\(\s*0?\s*\))?\s*;/,
  swift: /(?:^|[;{\s])exit\s*\(\s*(?:0|EXIT_SUCCESS)\s*\)/,
  go: /\bos\.Exit\s*\(\s*0\s*\)/,
};

// a test of an exit catches it, or runs it in another process
const EXPECTED =
  /catchSystemExit|SystemExit|assertThrows|SecurityManager|ExitException|GO_WANT|Getenv|pcntl_fork|#\[should_panic/i;
const REACH = 3;

/** Exits with success in tests of a compiled language; programs may exit anywhere. */
export function findExitsInTests(file: SourceFile): Construct[] {
  const exit = EXITS[file.language.id];
  if (exit === undefined || !file.is_test) return [];
  return file.code_lines.flatMap((code, index) => {
    if (!exit.test(code) || isExpected(file, index)) return [];
    if (file.language.id === 'go' && !/^(?:TestMain|init)$/.test(functionAround(file, index))) return [];
    return [{ line: index + 1, message: 'The test process exits here with success, whatever the tests found.' }];
  });
}

const isExpected = ({ lines }: SourceFile, index: number): boolean =>
  lines.slice(Math.max(0, index - REACH), index + 1).some((line) => EXPECTED.test(line));

function functionAround({ code_lines }: SourceFile, index: number): string {
  const head = code_lines.slice(0, index + 1).findLast((line) => line.startsWith('func ')) ?? '';
  return /^func\s+(\w+)/.exec(head)?.[1] ?? '';
}
