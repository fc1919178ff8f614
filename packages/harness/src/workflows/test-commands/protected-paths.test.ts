import { expect, test } from 'vitest';
import { findProtected } from './protected-paths.ts';

test.each([
  {
    paths: ['package.json', 'src/a.js', 'test/a.test.js', 'test/deep/b.test.js', 'vitest.config.ts'],
    expected: { paths: ['package.json', 'vitest.config.ts'], dirs: ['test'] },
    why: 'a folder of tests',
  },
  {
    paths: ['package.json', 'src/a.js', 'src/a.test.js'],
    expected: { paths: ['package.json', 'src/a.test.js'], dirs: [] },
    why: 'tests beside the code',
  },
  {
    paths: ['package.json', 'index.js', 'test.js'],
    expected: { paths: ['package.json', 'test.js'], dirs: [] },
    why: 'one test file',
  },
  {
    paths: ['package.json', 'test/src/a.js', 'test/a.test.js'],
    sources: ['test/src/a.js'],
    expected: { paths: ['package.json', 'test/a.test.js'], dirs: [] },
    why: 'a source in a folder of tests',
  },
  {
    paths: ['package.json', 'src/a.js', 'test/a.test.js'],
    sources: ['src/a.js', 'package.json'],
    expected: { paths: [], dirs: ['test'] },
    why: 'a solution that changes the manifest',
  },
  {
    paths: ['tests/test_a.py', 'a.py'],
    found: 'tests/',
    expected: { paths: ['conftest.py'], dirs: ['tests'] },
    why: 'no file configures them',
  },
])('$why', ({ paths, expected, found = 'package.json', sources = ['src/a.js'] }) => {
  expect(findProtected(paths, { found, sources })).toEqual(expected);
});
