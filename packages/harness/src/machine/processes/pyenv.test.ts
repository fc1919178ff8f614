import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { avoidShims } from './pyenv.ts';

test.each([
  { chosen: '3.11.7\n', before: ['3.11.7'], why: 'the chosen version' },
  { chosen: '3.11.7\n3.10.1\n', before: ['3.11.7', '3.10.1'], why: 'several versions' },
  { chosen: 'system\n', before: [], why: 'the Python of the system' },
  { chosen: '3.11.7\nsystem\n', before: [], why: 'the Python of the system as a second choice' },
  { chosen: '3.11\n', before: [], why: 'a prefix, of which the newest is meant' },
  { chosen: '', before: [], why: 'no choice' },
  { chosen: null, before: [], why: 'shims of something else' },
])('before the shims: $why', ({ chosen, before }) => {
  using root = scratchFolder();
  using workspace = scratchFolder();
  for (const version of ['3.11.7', '3.10.1'])
    mkdirSync(join(root.path, 'versions', version, 'bin'), { recursive: true });
  if (chosen !== null) writeFileSync(join(root.path, 'version'), chosen);
  const shims = join(root.path, 'shims');
  const expected = ['/bin', ...before.map((version) => join(root.path, 'versions', version, 'bin')), shims, '/sbin'];
  expect(avoidShims(`/bin:${shims}:/sbin`, workspace.path)).toBe(expected.join(':'));
  writeFileSync(join(workspace.path, '.python-version'), '3.10.1\n');
  expect(avoidShims(`/bin:${shims}:/sbin`, workspace.path)).toBe(`/bin:${shims}:/sbin`);
});
