import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SCENARIO = 'scenarios/reject-negative-amounts';

test('npm start first shows that a cheat is caught, and explains each step', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-start-'));
  try {
    // only the example that the cheat needs
    await mkdir(join(folder, 'tools'));
    await cp(join(ROOT, 'tools/start.ts'), join(folder, 'tools/start.ts'));
    await cp(join(ROOT, 'examples/assay.config.yaml'), join(folder, 'examples/assay.config.yaml'));
    await cp(join(ROOT, 'examples', SCENARIO), join(folder, 'examples', SCENARIO), { recursive: true });
    await symlink(join(ROOT, 'packages'), join(folder, 'packages'));
    const { stdout, stderr } = await run(process.execPath, [join(folder, 'tools/start.ts'), '--no-serve']);
    const agents = ['oracle', 'nop', 'cheat:weaken-assertions'];
    const rows = [...stdout.matchAll(/^.*reject-negative-amounts {2}(\S+) .*$/gm)].map(([, agent]) => agent ?? '');
    expect(rows.filter((agent) => agents.includes(agent))[0]).toBe('cheat:weaken-assertions');
    expect(new Set(rows)).toEqual(new Set(agents));
    expect(stdout).toMatch(
      /First a cheat[\s\S]*0 of 1 runs passed[\s\S]*1 of 2 runs passed[\s\S]*The first run was the cheat/,
    );
    expect(stdout).toMatch(/^tampered {2}reject-negative-amounts {2}cheat:weaken-assertions/m);
    expect(stdout).toMatch(/^ {2}tampered: test\/invoice\.test\.ts:\d+: the test "/m);
    expect(stderr).toMatch(/^proving reject-negative-amounts \(1 of 1\)$/m);
    expect(stderr).toMatch(/^reject-negative-amounts: proven, /m);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
