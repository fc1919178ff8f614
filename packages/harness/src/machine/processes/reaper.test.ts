import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eventually } from '../../../test/sandbox-kit.ts';
import { createSandboxes } from '../sandboxes/index.ts';
import { listCgroupLocations } from './cgroup.ts';

const PROGRAM = fileURLToPath(new URL('../../../test/doomed-harness.ts', import.meta.url));

for (const sandbox of createSandboxes({ readable: [] })) {
  const obstacle = await sandbox.findObstacle();
  const title = obstacle === undefined ? sandbox.title : `${sandbox.title} (${obstacle})`;
  test.skipIf(obstacle !== undefined)(`${title}: a harness that is killed leaves nothing behind`, async () => {
    const secrets = await mkdtemp(join(tmpdir(), 'assay-test-'));
    await writeFile(join(secrets, 'secret'), 'of the operator');
    const leaked = openSync(join(secrets, 'secret'), 'r');
    // the daemons are identified by their sleep time
    const seconds = `${process.pid}${Date.now() % 1_000_000}`;
    const stdio = Array.from(
      { length: 41 },
      (_, descriptor) => (descriptor < 3 ? 'pipe' : 'ignore') as 'pipe' | number,
    );
    stdio[40] = leaked;
    const child = spawn(process.execPath, ['--conditions=@assay/source', PROGRAM, sandbox.id, seconds], { stdio });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    expect(await eventually(() => output.includes('started') && output.includes('base'))).toBe(true);
    expect(listCommands(`sleep\0${seconds}`).length).toBeGreaterThanOrEqual(2);
    // descriptors the operator left open must not reach the agent
    expect(output).not.toContain('secret');

    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await eventually(() => listCommands(`sleep\0${seconds}`).length === 0)).toBe(true);
    expect(await eventually(() => listGroups(child.pid ?? 0).length === 0)).toBe(true);
    expect(await eventually(() => listCommands(`assay-${child.pid}`).length === 0)).toBe(true);
    await rm(secrets, { recursive: true });
    await rm(/^base (.*)$/m.exec(output)?.[1] ?? secrets, { recursive: true, force: true });
  });
}

function listCommands(text: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    const file = `/proc/${pid}/cmdline`;
    try {
      return /^\d+$/.test(pid) && readFileSync(file, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

function listGroups(pid: number): string[] {
  return listCgroupLocations().flatMap(({ folder }) =>
    existsSync(folder)
      ? readdirSync(folder).filter((name) => name.startsWith('assay-') && name.includes(`-${pid}-`))
      : [],
  );
}
