import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob } from './glob.ts';

test.each([
  { pattern: 'src/*', path: 'src/a/b.ts', matches: true, why: 'a star crosses folders' },
  { pattern: '*.py', path: 'a/b/c.py', matches: true, why: 'from the start of the path' },
  { pattern: '**/*.py', path: 'a.py', matches: false, why: 'requires a slash' },
  { pattern: '**/*.py', path: 'x/a.py', matches: true, why: 'with a slash it matches' },
  { pattern: '**/.env', path: '.env', matches: false, why: 'the same pitfall with a dot' },
  { pattern: '*', path: '.env', matches: true, why: 'a leading dot is not special' },
  { pattern: 'a?c', path: 'a/c', matches: true, why: 'a question mark matches any character' },
  { pattern: 'a?c', path: 'a😀c', matches: true, why: 'one character, although two UTF-16 units' },
  { pattern: '?', path: '', matches: false, why: 'but not none' },
  { pattern: '', path: '', matches: true, why: 'empty matches empty' },
  { pattern: '*', path: '', matches: true, why: 'a star may match nothing' },
  { pattern: 'src', path: 'src/a.ts', matches: false, why: 'the whole path must match' },
  { pattern: 'src/', path: 'src/a.ts', matches: false, why: 'here too' },
  { pattern: './a.ts', path: 'a.ts', matches: false, why: 'paths are not normalized' },
  { pattern: 'A.ts', path: 'a.ts', matches: false, why: 'case matters' },
  { pattern: '{a,b}', path: 'a', matches: false, why: 'no braces' },
  { pattern: '{a,b}', path: '{a,b}', matches: true, why: 'braces are literal' },
  { pattern: '\\*', path: '*', matches: false, why: 'no escapes' },
  { pattern: '[*]', path: '*', matches: true, why: 'a set makes a character literal' },
  { pattern: '[a-c]', path: 'b', matches: true, why: 'a range' },
  { pattern: '[!a-c]', path: 'b', matches: false, why: 'everything except a range' },
  { pattern: '[^b]', path: 'b', matches: true, why: 'only an exclamation mark negates' },
  { pattern: '[]]', path: ']', matches: true, why: 'a bracket right after the opening is a member' },
  { pattern: '[a', path: '[a', matches: true, why: 'an unclosed bracket is literal' },
  { pattern: '[c-a]', path: 'b', matches: false, why: 'a reversed range has no members' },
  { pattern: '[!c-a]', path: 'b', matches: true, why: 'and its negation matches anything' },
  { pattern: 'a*b*c', path: 'abc', matches: true, why: 'all stars may match nothing' },
  { pattern: 'ab*bc', path: 'abc', matches: false, why: 'start and end do not share a character' },
  { pattern: '*ab*ab*', path: 'ab', matches: false, why: 'nor do two segments' },
  { pattern: 'a.c', path: 'abc', matches: false, why: 'no regular expressions' },
  { pattern: 'a\n*', path: 'a\n\n', matches: true, why: 'line breaks are ordinary characters' },
])('$pattern on $path is $matches: $why', ({ pattern, path, matches }) => {
  expect(matchesGlob(path, [pattern])).toBe(matches);
});

test.each([
  { pattern: `${'*a'.repeat(50)}*b`, text: 'a', why: 'a star between any two letters, and a missing end' },
  { pattern: `${'*a'.repeat(50)}b*`, text: 'a', why: 'the same in the middle' },
  { pattern: `${'*?'.repeat(50)}b`, text: 'a', why: 'stars and question marks' },
  { pattern: `*${'[!b]*'.repeat(50)}b`, text: 'a', why: 'stars and sets' },
  { pattern: '['.repeat(50_000), text: '[', why: '50,000 unclosed brackets' },
])('handles 100,000 characters: $why', ({ pattern, text }) => {
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

test("agrees with Python's fnmatch on every pattern", ({ skip }) => {
  const { status, error } = askPython([]);
  if (error !== undefined || status === 3) skip('needs python3, 3.11 or later');
  const text = (letters: string, maxLength: number) =>
    fc.array(fc.constantFrom(...letters), { maxLength }).map((characters) => characters.join(''));
  // few letters, and those special in sets or regular expressions: oddities are in their combinations
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
