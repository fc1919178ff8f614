import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Cluster } from './cluster.ts';
import { databaseUnavailable } from './unavailable.ts';

// below the ephemeral ports, so an outgoing connection cannot take the port of a stopped server
const [LOWEST, ABOVE_HIGHEST] = [20_000, 32_000];
const ATTEMPTS = 100;

/** Chooses and stores a free port. It may be taken before it is used; callers must be ready to choose again. */
export async function choosePort(cluster: Cluster): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(LOWEST, ABOVE_HIGHEST);
    if (!(await isFree(port))) continue;
    await writeFile(cluster.port, String(port), { mode: 0o600 });
    return port;
  }
  throw databaseUnavailable(
    `none of ${ATTEMPTS} ports tried on 127.0.0.1 is free: does this system have a loopback interface?`,
  );
}

/** The last port of the database; undefined if it had none. */
export async function findLastPort({ port }: Cluster): Promise<number | undefined> {
  try {
    const found = Number(await readFile(port, 'utf8'));
    return Number.isInteger(found) && found > 0 ? found : undefined;
  } catch {
    // only a preference: any other port works too
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
