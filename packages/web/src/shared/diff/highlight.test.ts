import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const told = (path: string, line: string): string =>
  highlight(path, line)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind}:${text}`)
    .join(' ');

test.each([
  { path: 'a.ts', line: 'const x = "a"; // b', is: 'keyword:const string:"a" comment:// b', why: 'the four kinds' },
  { path: 'a.ts', line: 'return 12.5', is: 'keyword:return number:12.5', why: 'a number is one token' },
  { path: 'a.ts', line: 'constant', is: '', why: 'a word that starts like a keyword is plain' },
  {
    path: 'a.ts',
    line: '" // no comment"',
    is: 'string:" // no comment"',
    why: 'a string includes its content',
  },
  { path: 'a.ts', line: '"open', is: 'string:"open', why: 'an open string ends with the line' },
  { path: 'a.py', line: 'def f(): # g', is: 'keyword:def comment:# g', why: 'comments of other languages' },
  { path: 'q.sql', line: 'select 1 -- x', is: 'keyword:select number:1 comment:-- x', why: 'queries' },
  { path: 'notes.txt', line: 'const x', is: '', why: 'plain text is not code' },
  { path: 'Makefile', line: 'if x', is: '', why: 'no extension, no highlighting' },
  { path: 'a.constructor', line: 'if (x) // y', is: '', why: 'an object property is not an extension' },
])('$path: $line: $why', ({ path, line, is }) => {
  expect(told(path, line)).toBe(is);
});

test('keeps the text of any line unchanged', () => {
  const paths = fc.constantFrom('a.ts', 'a.py', 'a.sql', 'a.json', 'a.css', 'a.go', 'a');
  const lines = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', "'", '\\', '/', '*', '#', 'a', '`') }),
  );
  fc.assert(
    fc.property(paths, lines, (path, line) => {
      expect(
        highlight(path, line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line);
    }),
  );
});
