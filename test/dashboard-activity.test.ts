import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { openDashboard } from './dashboard-kit.ts';
import { createProject } from './projects.ts';
import { violations } from './violations.ts';

const BIN = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));

test.skipIf(!HAS_BROWSER)('the page shows a command line run in progress, then the finished run', async () => {
  await using stack = new AsyncDisposableStack();
  const signal = await mkdtemp(join(tmpdir(), 'assay-signal-'));
  stack.defer(() => rm(signal, { recursive: true, force: true }));
  const go = join(signal, 'go');
  const project = stack.use(
    await createProject({
      config: { sandbox: { use: 'local' } },
      scenarios: [
        {
          name: 'patience',
          user_instruction: 'Wait.',
          workspace_seed: 'empty',
          scorers: [
            {
              name: 'go',
              type: 'command',
              command: `until test -e ${go}; do sleep 0.1; done`,
              timeout_s: 600,
              // it would wait at the baseline
              same_tests: false,
            },
          ],
        },
      ],
    }),
  );
  const dashboard = stack.use(await openDashboard({ root: join(project.folder, '.assay') }));
  const { page, faults } = await dashboard.open('/runs');
  await page.getByText('No runs yet').waitFor();
  const running = spawn(process.execPath, [BIN, 'run', '--no-prove', '--agent', 'nop'], {
    cwd: project.folder,
    stdio: 'ignore',
  });
  const closed = once(running, 'close');
  try {
    const card = page.getByRole('region', { name: 'Running now' });
    await card.getByText('assay run nop on patience: score · 0 of 1 runs done').waitFor();
    await page.getByText('No finished runs yet').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Home' }).click();
    const now = page.getByRole('region', { name: 'Now' });
    await now.getByText('assay run nop on patience: score · 0 of 1 runs done').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await card.waitFor();
    await writeFile(go, '');
    await page.locator('.run-lines .run-line').filter({ hasText: 'patience' }).waitFor();
    await card.waitFor({ state: 'detached' });
  } finally {
    running.kill('SIGTERM');
    await closed;
  }
  expect(faults).toEqual([]);
});
