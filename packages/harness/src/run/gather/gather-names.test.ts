import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createObjectStore } from '../../../../detect/src/trees/object-store.ts';
import { takeSnapshot } from '../../../../detect/src/trees/snapshot.ts';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { scenarioOf } from '../../../test/requests.ts';
import { gatherNames } from './gather-names.ts';

test('finds project names in manifests and in the source of the seed', async () => {
  using scratch = scratchFolder();
  const folder = join(scratch.path, 'workspace');
  putFiles(folder, {
    'package.json': '{"name":"root","repository":"github:owner/root"}',
    'packages/core/package.json': '{"name":"@root/core"}',
    'node_modules/react/package.json': '{"name":"react"}',
    'test/package.json': '{"name":"other"}',
    'pyproject.toml': `[project]\nname = "huge"\n${'#'.repeat(2 ** 20)}`,
  });
  const store = await createObjectStore(join(scratch.path, 'store'));
  const scenario = scenarioOf({ workspace_seed: { git: 'https://github.com/upstream/root.git', ref: 'main' } });
  const environment = {
    attempt: { prepared: { task: { scenario } } },
    store,
    baseline: await takeSnapshot(folder, store),
  };
  expect(await gatherNames(environment as unknown as Parameters<typeof gatherNames>[0])).toEqual({
    packages: ['root', '@root/core'],
    repositories: ['owner/root', 'upstream/root'],
  });
});
