import { parseSource } from '../inventory/find-tree.ts';
import { applyEdits, type TestBreaker } from './broken-test.ts';
import { breakGo } from './languages/go.ts';
import { breakJavaScript } from './languages/javascript.ts';
import { breakCSharp, breakJava, breakPhp } from './languages/marked-methods.ts';
import { breakPython } from './languages/python.ts';
import { breakRuby } from './languages/ruby.ts';
import { breakRust } from './languages/rust.ts';

const BREAKERS: Readonly<Record<string, TestBreaker>> = {
  python: breakPython,
  javascript: breakJavaScript,
  typescript: breakJavaScript,
  tsx: breakJavaScript,
  go: breakGo,
  rust: breakRust,
  java: breakJava,
  csharp: breakCSharp,
  php: breakPhp,
  ruby: breakRuby,
};

export interface BrokenFile {
  readonly text: string;
  /** The names or titles of the tests that must fail now. */
  readonly tests: readonly string[];
}

/** A test file in which every test that was found must fail; undefined if none was found. */
export async function breakTests(path: string, text: string): Promise<BrokenFile | undefined> {
  // in a file with errors, an edit may not do what it should
  const tree = await parseSource(path, text);
  const breaker = tree && BREAKERS[tree.language];
  if (tree === undefined || breaker === undefined) return undefined;
  const found = breaker(tree.root);
  if (found.length === 0) return undefined;
  return {
    text: applyEdits(
      text,
      found.flatMap(({ edits }) => edits),
    ),
    tests: [...new Set(found.map(({ name }) => name))],
  };
}

/** The fixed parts of a title such as `adds %i to $b`. */
const VARIABLE = /%[a-z%#]|\$\{[^}]*\}|\$[\w.]+|\{\w*\}/i;
const LEAST_TITLE = 4;

/** Whether a test of a report is one with this name or title in a source file. */
export function isSameTest(reported: string, name: string): boolean {
  if (/^\w+$/.test(name)) return new RegExp(`(?:^|\\W)${name}(?:\\W|$)`).test(reported);
  const fixed = name.split(VARIABLE).toSorted((a, b) => b.length - a.length)[0] ?? '';
  return fixed === name ? reported.endsWith(name) : fixed.length >= LEAST_TITLE && reported.includes(fixed);
}
