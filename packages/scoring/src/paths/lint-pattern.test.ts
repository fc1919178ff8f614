import { expect, test } from 'vitest';
import { lintPattern } from './lint-pattern.ts';

test.each([
  { pattern: '**/*.py', advice: 'for the files at the root add *.py' },
  { pattern: '**/.env', advice: 'for the files at the root add .env' },
  { pattern: 'src/{a,b}.ts', advice: 'write one pattern for each alternative' },
  { pattern: 'a\\*b', advice: 'use brackets to escape' },
  { pattern: './src/*', advice: 'write src/*' },
  { pattern: '/src/*', advice: 'write src/*' },
  { pattern: '../other/*', advice: 'write the path from the workspace root' },
  { pattern: 'src/', advice: 'write src/*' },
  { pattern: 'src', advice: 'for a folder write src/*' },
  { pattern: 'packages/web', advice: 'for a folder write packages/web/*' },
])('$pattern: $advice', ({ pattern, advice }) => {
  const [finding, ...others] = lintPattern(pattern);
  expect(finding).toContain(`${pattern}: `);
  expect(finding).toContain(advice);
  expect(others).toEqual([]);
});

test.each(['src/*', '*.py', 'src/index.ts', '.env', '.github/*', 'a?c', 'src/[ab]', 'package.json'])(
  '%s has no pitfall',
  (pattern) => {
    expect(lintPattern(pattern)).toEqual([]);
  },
);
