import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The client bundled for a page: one script that defines `sdk`. */
export function bundleClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sdk-'));
  const options = ['--format=iife', '--name=sdk', '--minify', '--platform=browser', `--dir=${folder}`];
  try {
    const entry = join(root, 'packages/sdk/src/index.ts');
    execFileSync(process.execPath, [join(root, 'node_modules/rolldown/bin/cli.mjs'), entry, ...options], {
      stdio: 'pipe',
    });
    return readFileSync(join(folder, 'index.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
