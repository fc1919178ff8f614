import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeImageContext } from './release/image-context.ts';

/* Builds the images `assay` and `assay-worker`. Options are passed on to `docker build`. */
const folder = mkdtempSync(join(tmpdir(), 'assay-image-'));
try {
  writeImageContext(folder);
  for (const [target, tag] of [
    ['server', 'assay'],
    ['worker', 'assay-worker'],
  ] as const) {
    const args = ['build', '--target', target, '--tag', tag, ...process.argv.slice(2), folder];
    const { status, error } = spawnSync('docker', args, { stdio: 'inherit' });
    if (error !== undefined)
      throw new Error(`expected Docker, or a program that answers to its name: ${error.message}`);
    if (status !== 0) throw new Error(`docker build of ${tag} ended with ${status}`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
