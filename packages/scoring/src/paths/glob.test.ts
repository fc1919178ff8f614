import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

test.each([
  { pattern: 'src/*', path: 'src/a/b.ts', matches: true, why: 'a star crosses folders' },
  { pattern: '*.py', path: 'a/b/c.py', matches: true, why: 'from the very start' },
  { pattern: '**/*.py', path: 'a.py', matches: false, why: 'there is a slash to match' },
  { pattern: '**/*.py', path: 'x/a.py', matches: true, why: 'and here it is' },
  { pattern: '**/.env', path: '.env', matches: false, why: 'the same trap with a dot' },
  { pattern: '*', path: '.env', matches: true, why: 'a leading dot is not special' },
  { pattern: 'a?c', path: 'a/c', matches: true, why: 'a question mark is any character' },
  { pattern: 'a?c', path: 'a😀c', matches: true, why: 'one character, though two units of UTF-16' },
  { pattern: '?', path: '', matches: false, why: 'but not none' },
  { pattern: '', path: '', matches: true, why: 'nothing is nothing' },
  { pattern: '*', path: '', matches: true, why: 'a star may be nothing' },
  { pattern: 'src', path: 'src/a.ts', matches: false, why: 'the whole path has to match' },
  { pattern: 'src/', path: 'src/a.ts', matches: false, why: 'here too' },
  { pattern: './a.ts', path: 'a.ts', matches: false, why: 'nothing is tidied up' },
  { pattern: 'A.ts', path: 'a.ts', matches: false, why: 'case matters' },
  { pattern: '{a,b}', path: 'a', matches: false, why: 'no braces' },
  { pattern: '{a,b}', path: '{a,b}', matches: true, why: 'they are characters' },
  { pattern: '\\*', path: '*', matches: false, why: 'no escapes' },
  { pattern: '[*]', path: '*', matches: true, why: 'a set takes a character as it is' },
  { pattern: '[a-c]', path: 'b', matches: true, why: 'a range' },
  { pattern: '[!a-c]', path: 'b', matches: false, why: 'all but a range' },
  { pattern: '[^b]', path: 'b', matches: true, why: 'only an exclamation mark negates' },
  { pattern: '[]]', path: ']', matches: true, why: 'a bracket right after the opening is a member' },
  { pattern: '[a', path: '[a', matches: true, why: 'a bracket that is never closed is a character' },
  { pattern: '[c-a]', path: 'b', matches: false, why: 'a range upside down has no member' },
  { pattern: '[!c-a]', path: 'b', matches: true, why: 'and all but none is any' },
  { pattern: 'a*b*c', path: 'abc', matches: true, why: 'stars may all be nothing' },
  { pattern: 'ab*bc', path: 'abc', matches: false, why: 'start and end do not share a character' },
  { pattern: '*ab*ab*', path: 'ab', matches: false, why: 'nor do two stretches' },
  { pattern: 'a.c', path: 'abc', matches: false, why: 'no regular expressions' },
  { pattern: 'a\n*', path: 'a\n\n', matches: true, why: 'line breaks are characters, to the end' },
])('$pattern on $path is $matches: $why', ({ pattern, path, matches }) => {
  expect(matchesGlob(path, [pattern])).toBe(matches);
});

test.each([
  { pattern: `${'*a'.repeat(50)}*b`, text: 'a', why: 'a star between any two letters, and an end that is not there' },
  { pattern: `${'*a'.repeat(50)}b*`, text: 'a', why: 'the same, looked for in the middle' },
  { pattern: `${'*?'.repeat(50)}b`, text: 'a', why: 'stars and question marks' },
  { pattern: `*${'[!b]*'.repeat(50)}b`, text: 'a', why: 'stars and sets' },
  { pattern: '['.repeat(50_000), text: '[', why: 'fifty thousand brackets that are never closed' },
])('100,000 characters are no trouble: $why', ({ pattern, text }) => {
  expect(matchesGlob(text.repeat(100_000), [pattern])).toBe(false);
});

const ORACLE = `
import fnmatch, json, sys
if sys.version_info < (3, 11): sys.exit(3)
cases = json.load(sys.stdin)
json.dump([[fnmatch.fnmatchcase(path, pattern) for path in paths] for pattern, paths in cases], sys.stdout)
`;
const askPython = (cases: unknown) =>
  spawnSync('python3', ['-W', 'ignore', '-c', ORACLE], { input: JSON.stringify(cases), maxBuffer: 2 ** 28 });

test('agrees with the fnmatch of Python on every pattern', ({ skip }) => {
  const { status, error } = askPython([]);
  if (error !== undefined || status === 3) skip('needs python3, 3.11 or later');
  const text = (letters: string, maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength }).map((characters) => characters.join(''));
  // few letters, and those that mean something in a set or a regular expression: the oddities are in how they meet
  const member = text('abz-!]^[\\&~|', 6);
  const piece = fc.oneof(
    text('ab*?/', 3),
    text('*?[]!-ab.\\é😀\n', 5),
    member.map((members) => `[${members}]`),
  );
  const cases = fc.sample(
    fc.tuple(
      fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')),
      fc.array(text('abz-!]^[\\&~|/.é😀\n', 4), { minLength: 12, maxLength: 12 }),
    ),
    { numRuns: 6000, seed: 7 },
  );
  const ours = cases.map(([pattern, paths]) => paths.map((path) => matchesGlob(path, [pattern])));
  const { stdout } = askPython(cases);
  expect(ours).toEqual(JSON.parse(stdout.toString()));
  expect(ours.flat().filter(Boolean).length).toBeGreaterThan(1000);
});
