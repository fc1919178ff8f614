import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../test/workspace.ts';
import { check } from './check.ts';

const TEST = 'from app import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n';

test.each([
  { grade: 'review', what: 'a weaker test', path: 'tests/test_app.py', after: `# \0\n${TEST.replace('== 3', '')}` },
  {
    grade: 'blocks',
    what: 'a test without assertion',
    path: 'tests/test_app.py',
    after: 'def test_add():\n    pass  # \0\n',
  },
  {
    grade: 'blocks',
    what: 'narrower settings',
    path: 'pytest.ini',
    after: '[pytest]\n# \0\naddopts = --ignore=tests\n',
  },
] as const)('a NUL byte does not hide $what', async ({ grade, path, after }) => {
  using scratch = scratchFolder();
  const [from, to] = [join(scratch.path, 'from'), join(scratch.path, 'to')];
  const seed = {
    'app.py': 'def add(a, b):\n    return a + b\n',
    'tests/test_app.py': TEST,
    'pytest.ini': '[pytest]\n',
  };
  putFiles(from, seed);
  putFiles(to, { ...seed, [path]: after });
  const { grades } = await check({ folder: scratch.path, from, to, strict: false });
  expect(grades[grade]).toBeGreaterThan(0);
});
