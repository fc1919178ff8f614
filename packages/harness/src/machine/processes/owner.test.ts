import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { getOwner, isAbandoned } from './owner.ts';

const namedLike = (fields: { pid?: number; started?: string; namespace?: string }): string => {
  const [, namespace, pid, started] = getOwner().split('-');
  return `assay-${fields.namespace ?? namespace}-${fields.pid ?? pid}-${fields.started ?? started}-0`;
};

async function endedPid(): Promise<number> {
  const child = spawn('true', { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid as number;
}

test('only a name of a dead process is abandoned', async () => {
  expect(isAbandoned(getOwner())).toBe(false);
  expect(isAbandoned(namedLike({ pid: await endedPid() }))).toBe(true);
  expect(isAbandoned(namedLike({ started: '1' }))).toBe(true);
  // it may be alive in a namespace we cannot see
  expect(isAbandoned(namedLike({ namespace: '1', started: '1' }))).toBe(false);
  expect(isAbandoned('not-a-process')).toBe(false);
});

test('a process that cannot read /proc treats no process as dead', () => {
  const owner = fileURLToPath(new URL('./owner.ts', import.meta.url));
  const program = `
    import { openSync } from 'node:fs';
    const { isAbandoned } = await import(${JSON.stringify(owner)});
    const name = process.argv[1];
    isAbandoned(name);
    try { for (;;) openSync('/dev/null'); } catch {}
    process.stdout.write(String(isAbandoned(name)));
  `;
  const args = ['--conditions=@assay/source', '--input-type=module', '--eval', program, getOwner()];
  const limited = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, ...args];
  expect(execFileSync('sh', limited, { encoding: 'utf8' })).toBe('false');
});
