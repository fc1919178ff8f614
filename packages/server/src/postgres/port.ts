import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Cluster } from './cluster.ts';
import { databaseUnavailable } from './unavailable.ts';

// below what systems hand out for outgoing connections: one of those could take the port of a server that is down
const [LOWEST, ABOVE_HIGHEST] = [20_000, 32_000];
const ATTEMPTS = 100;

/** Chooses and notes a port nobody listens on. Somebody may by the time it is used: be ready to choose again. */
export async function choosePort(cluster: Cluster): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, ABOVE_HIGHEST);
    if (!(await isFree(port))) continue;
    await writeFile(cluster.port, String(port), { mode: 0o600 });
    return port;
  }
  throw databaseUnavailable(`no free port among ${ATTEMPTS} of 127.0.0.1: does this system have a loopback interface?`);
}

/** The port the database had last; undefined if it had none. */
export async function findLastPort({ port }: Cluster): Promise<number | undefined> {
  try {
    const found = Number(await readFile(port, 'utf8'));
    return Number.isInteger(found) && found > 0 ? found : undefined;
  } catch {
    // it is a preference: without it, another port will do
    return undefined;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
