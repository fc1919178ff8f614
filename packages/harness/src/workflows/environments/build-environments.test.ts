import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { buildEnvironments } from './build-environments.ts';

const PATCH = `diff --git a/VERSION b/VERSION
new file mode 100644
--- /dev/null
+++ b/VERSION
@@ -0,0 +1 @@
+2.0
`;

test.each([
  { oracle: './oracle.patch', state: 'built' },
  { oracle: undefined, state: 'failed' },
])('what installs may read files that the solution adds: with $oracle it is $state', async ({ oracle, state }) => {
  using scratch = scratchFolder();
  putFiles(scratch.path, {
    'task/scenario.yaml': stringify({
      ...{ name: 'task', user_instruction: 'Go', workspace_seed: { copy: './seed' }, scorers: [] },
      ...{ dependencies: './environment.json', ...(oracle && { oracle }) },
    }),
    'task/seed/setup.py': "version = open('VERSION').read()\n",
    'task/oracle.patch': PATCH,
    'task/environment.json': JSON.stringify({
      install: 'mkdir .venv && cat VERSION MANIFEST > .venv/version',
      folder: null,
      date: '2026-01-01',
      files: { MANIFEST: 'of the commit\n' },
    }),
  });
  const built = await buildEnvironments({
    folder: scratch.path,
    paths: ['./task'],
    host: {
      ...{ now: () => 0, entropy: (bytes) => new Uint8Array(bytes) },
      environment: { PATH: process.env['PATH'], ASSAY_ENVIRONMENTS: join(scratch.path, 'environments') },
    },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(built).toMatchObject([{ task: 'task', state }]);
});
