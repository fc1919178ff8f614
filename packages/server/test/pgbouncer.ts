import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './database.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Whether pgbouncer is installed. */
export const hasPgbouncer = (): boolean => existsSync(PROGRAM);

/** A real pgbouncer in transaction mode in front of a database. It has two connections for all clients. */
export async function startPgbouncer(database: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  const target = new URL(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'assay-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findPort();
  const place = `host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)}`;
  const user = decodeURIComponent(target.username);
  const password = decodeURIComponent(target.password);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
pooled = ${place} user=${user} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
unix_socket_dir =
`,
  );
  // it refuses to run as root
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(PROGRAM, [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...identity });
  const closed = once(child, 'close');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes('process up')) resolve();
    });
    closed.then(() => reject(new Error(`pgbouncer did not start: ${said}`)), reject);
  });
  return {
    url: `postgresql://anyone@127.0.0.1:${port}/pooled`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      child.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
