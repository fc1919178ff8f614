import { expect, test } from 'vitest';
import { describeSandbox } from '../../../test/sandbox-conformance.ts';
import { createSandboxes } from './index.ts';

const sandboxes = createSandboxes({ image: 'node:24', readable: [] });

test('the isolated sandboxes come first', () => {
  expect(sandboxes.map(({ id, isolated }) => ({ id, isolated }))).toEqual([
    { id: 'bwrap', isolated: true },
    { id: 'docker', isolated: true },
    { id: 'local', isolated: false },
  ]);
});

// containers need an engine and an image, which their test brings
for (const sandbox of sandboxes.filter(({ id }) => id !== 'docker'))
  describeSandbox(sandbox, await sandbox.findObstacle());
