import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { compileIgnoreRules } from './gitignore.ts';

// git is slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

test.each([
  { rules: ['*.log'], path: 'a/b.log', ignored: true, why: 'a name matches in every folder' },
  { rules: ['*.log'], path: 'b.log/c', ignored: true, why: 'the content of an ignored folder is ignored' },
  { rules: ['/b.log'], path: 'a/b.log', ignored: false, why: 'a leading slash anchors it to the root' },
  { rules: ['a/b'], path: 'x/a/b', ignored: false, why: 'so does a slash in the middle' },
  { rules: ['src/*'], path: 'src/a/b.ts', ignored: true, why: 'the folder matches, which includes its content' },
  { rules: ['src/*.ts'], path: 'src/a/b.ts', ignored: false, why: 'a star stops at a slash' },
  { rules: ['**/b'], path: 'b', ignored: true, why: 'two stars match no folder' },
  { rules: ['a/**/b'], path: 'a/x/y/b', ignored: true, why: 'and several folders' },
  { rules: ['a/**'], path: 'a', ignored: false, why: 'the content, not the folder itself' },
  { rules: ['build/'], path: 'build', ignored: false, why: 'a file is not a folder' },
  { rules: ['build/'], path: 'build/', ignored: true, why: 'a folder matches' },
  { rules: ['build/'], path: 'x/build/a', ignored: true, why: 'and so does its content' },
  { rules: ['*', '!a'], path: 'a', ignored: false, why: 'the last rule decides' },
  { rules: ['x', '!x/a'], path: 'x/a', ignored: true, why: 'nothing is re-included from an ignored folder' },
  { rules: ['#a'], path: '#a', ignored: false, why: 'a remark' },
  { rules: ['\\#a', '\\!b'], path: '!b', ignored: true, why: 'an escaped mark is literal' },
  { rules: ['a  '], path: 'a', ignored: true, why: 'trailing blanks are ignored' },
  { rules: ['a\\  '], path: 'a ', ignored: true, why: 'unless they are escaped' },
  { rules: ['a\r'], path: 'a', ignored: true, why: 'a carriage return is ignored' },
  { rules: ['[[:digit:]-]'], path: '7', ignored: true, why: 'a class' },
  { rules: ['[^a-c]x'], path: 'bx', ignored: false, why: 'both marks negate' },
  { rules: ['[a'], path: '[a', ignored: false, why: 'an unclosed set matches nothing' },
  { rules: ['?'], path: 'é', ignored: false, why: 'a question mark is one byte' },
])('$rules ignore $path: $ignored, $why', ({ rules, path, ignored }) => {
  expect(compileIgnoreRules(rules)(path)).toBe(ignored);
});

test.each([
  { rules: [`${'*a'.repeat(50)}*b`], path: 'a'.repeat(20_000), why: 'a star between any two letters' },
  { rules: [`/${'**/a/'.repeat(50)}b`], path: 'a/'.repeat(10_000).slice(0, -1), why: 'folders between folders' },
  { rules: [`${'**/'.repeat(20_000)}b`], path: 'a/a', why: 'any number of any folders' },
  { rules: [`x/${'['.repeat(20_000)}`], path: 'x/y', why: 'sets that are never closed' },
  { rules: [`${'\\'.repeat(20_000)} `], path: 'x', why: 'backslashes' },
])('handles long paths: $why', ({ rules, path }) => {
  expect(compileIgnoreRules(rules)(path)).toBe(false);
});

const text = (letters: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { maxLength }).map((parts) => parts.join(''));

// special characters and few letters: oddities are in their combinations
const rule = fc.oneof(
  text(['a', 'b', '*', '**', '/', '/**/', '?'], 6),
  text(['a', 'b', '*', '**', '/', '?', '!', '#', ' ', '\\', '\\/', '[', ']', '-', '.', 'é'], 6),
  fc
    .tuple(
      fc.constantFrom('', '!', '/', 'a/', '**/', '*'),
      text(['a', 'b', 'z', '-', '!', '^', ']', '[', '\\', '[:alpha:]', '[:punct:]', '[:x:]', '[:', ':]', '/'], 5),
      fc.constantFrom('', '/', '*', '/**', 'b'),
    )
    .map(([before, members, after]) => `${before}[${members}]${after}`),
);
const name = text(['a', 'b', 'z', '-', '!', '^', ']', '[', '\\', '#', ' ', '.', ':', 'é'], 3).filter(
  (one) => !['', '.', '..'].includes(one),
);
const path = fc
  .array(fc.oneof(fc.constantFrom('a', 'b', 'ab', 'ba'), name), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'));

test('ignores the same paths as git', ({ skip }) => {
  const root = mkdtempSync(join(tmpdir(), 'assay-gitignore-'));
  const git = (args: readonly string[], input = '') =>
    spawnSync('git', args, { cwd: root, input, env: { PATH: process.env['PATH'], HOME: root }, maxBuffer: 2 ** 28 });
  try {
    if (git(['init', '--quiet']).status !== 0) skip('needs git');
    const cases = fc.sample(
      fc.tuple(fc.array(rule, { minLength: 1, maxLength: 3 }), fc.array(path, { minLength: 12, maxLength: 12 })),
      { numRuns: 2500, seed: 7 },
    );
    const asked = cases.flatMap(([rules, paths], index) => {
      mkdirSync(join(root, `case${index}`));
      writeFileSync(join(root, `case${index}`, '.gitignore'), rules.map((line) => `${line}\n`).join(''));
      return paths.map((one) => `case${index}/${one}`);
    });
    const { stdout } = git(['check-ignore', '-z', '--stdin', '--no-index'], asked.map((one) => `${one}\0`).join(''));
    const theirs = new Set(stdout.toString().split('\0'));
    const differing = cases.flatMap(([rules, paths], index) => {
      const ignores = compileIgnoreRules(rules);
      return paths
        .filter((one) => ignores(one) !== theirs.has(`case${index}/${one}`))
        .map((one) => ({ rules, path: one, ours: ignores(one) }));
    });
    expect(differing).toEqual([]);
    expect(theirs.size).toBeGreaterThan(2000);
  } finally {
    rmSync(root, { recursive: true });
  }
});
