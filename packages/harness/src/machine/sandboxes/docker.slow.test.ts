import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import {
  filtersCalls,
  findObstacle,
  MACHINE_CHOICE,
  SMALL_IMAGE,
  startEngine,
  withMachine,
} from '../../../test/container-engine.ts';
import { describeAttacks } from '../../../test/sandbox-attacks.ts';
import { describeSandbox } from '../../../test/sandbox-conformance.ts';
import { eventually } from '../../../test/sandbox-kit.ts';
import { getOwner } from '../processes/owner.ts';
import { createDocker } from './docker.ts';

const obstacle = findObstacle();
if (obstacle !== undefined) test.skip(`Docker: ${obstacle}`, () => undefined);
else {
  const engine = await startEngine();
  afterAll(() => engine[Symbol.asyncDispose]());
  const sandbox = withMachine(createDocker(MACHINE_CHOICE));
  const missing = await sandbox.findObstacle();
  describeSandbox(sandbox, missing, 10_000);
  describeAttacks(sandbox, { obstacle: missing, grouped: true, own_view: false, filtered: filtersCalls(engine) });

  test('containers of killed processes are removed, also if nothing watched them', async () => {
    // of a process that is long gone, in this namespace
    const dead = createDeadOwner();
    engine.docker('create', '--label', `assay.owner=${dead}`, SMALL_IMAGE, 'true');
    const program = fileURLToPath(new URL('../../../test/doomed-container.ts', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=@assay/source', program, SMALL_IMAGE]);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    expect(await eventually(() => output.includes('started') && output.includes('base'))).toBe(true);
    const list = (): string[] => engine.docker('ps', '--all', '--format', '{{.Label "assay.owner"}}').split('\n');
    expect(list()).not.toContain(dead);
    expect(list().filter((owner) => owner.includes(`-${child.pid}-`))).toHaveLength(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await eventually(() => list().every((owner) => !owner.includes(`-${child.pid}-`)))).toBe(true);
    rmSync(/^base (.*)$/m.exec(output)?.[1] ?? '/nonexistent', { recursive: true, force: true });
  }, 60_000);
}

// the name of this process with another start time
const createDeadOwner = (): string => getOwner().replace(/-\d+-\d+$/, '-1-0');
