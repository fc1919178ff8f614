import { expect, test } from 'vitest';
import { listLineBugs } from './line-bugs.ts';

test.each([
  { line: 'if (a === b) {', bug: 'if (a !== b) {' },
  { line: 'if (a !== b) {', bug: 'if (a === b) {' },
  { line: '  if a == b:', bug: '  if a != b:' },
  { line: 'for (let i = 0; i < n; i++) {', bug: 'for (let i = 0; i >= n; i++) {' },
  { line: 'while (a <= b)', bug: 'while (a > b)' },
  { line: 'return a && b;', bug: 'return a || b;' },
  { line: '    return a and b', bug: '    return a or b' },
  { line: '  return a + b;', bug: '  return a - b;' },
  { line: 'const strict = true;', bug: 'const strict = false;' },
  { line: 'STRICT = True', bug: 'STRICT = False' },
  { line: '[ "$a" -eq 1 ]', bug: '[ "$a" -ne 1 ]' },
  { line: '    return total', bug: '    return total + 1' },
])('$line becomes $bug', ({ line, bug }) => {
  expect(listLineBugs('a.sh', line)).toEqual([
    { path: 'a.sh', line: 1, before: line, after: bug, function: null, owner: 0 },
  ]);
});

test.each([
  { line: '// a === b', why: 'a comment' },
  { line: '  # a + b', why: 'a comment' },
  { line: ' * a && b', why: 'inside a comment' },
  { line: "import a from 'b + c';", why: 'an import' },
  { line: '@decorated(a === b)', why: 'a decorator' },
  { line: 'const list: Map<string, number> = new Map();', why: 'types' },
  { line: 'plain();', why: 'nothing to change' },
])('does not change $line: $why', ({ line }) => {
  expect(listLineBugs('a.sh', line)).toEqual([]);
});
