import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, statfs, truncate } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { ENVIRONMENT, type Identity } from './identity.ts';
import { choosePort, findLastPort } from './port.ts';
import { disownPostmasterFile, findPostmaster } from './postmaster-file.ts';
import type { Programs } from './programs.ts';
import { formatSettings } from './settings.ts';
import { explainFailure } from './unavailable.ts';

interface StartOptions {
  readonly programs: Programs;
  readonly identity: Identity;
  readonly signal: AbortSignal | undefined;
}

const POLL_MS = 20;
const PAUSE_MS = 500;
const MAX_LOG_BYTES = 1024 * 1024;

// what passes by itself: a port in use, and backends of a killed server that have not noticed yet
const PORT_TAKEN = /could not create any TCP\/IP sockets/;
const ORPHANS = /pre-existing shared memory block/;
const PORT_ATTEMPTS = 3;
const ATTEMPTS = 60;

/** Starts a server that outlives this process, and returns when it is ready. The lock must be held. */
export async function startPostmaster(cluster: Cluster, options: StartOptions): Promise<void> {
  let port = (await findLastPort(cluster)) ?? (await choosePort(cluster));
  let taken = 0;
  for (let attempt = 1; ; attempt += 1) {
    const said = await tryStart(cluster, { ...options, port });
    if (said === undefined) return;
    const passes = PORT_TAKEN.test(said) || ORPHANS.test(said);
    if (!passes || attempt === ATTEMPTS) throw explainFailure('starting the database', cluster.folder, said);
    await sleep(PAUSE_MS);
    // those who use it know the port, so it is not given up at once
    if (PORT_TAKEN.test(said) && ++taken % PORT_ATTEMPTS === 0) port = await choosePort(cluster);
  }
}

/** What the server said before it ended; undefined when it is ready. */
async function tryStart(cluster: Cluster, options: StartOptions & { port: number }): Promise<string | undefined> {
  await disownPostmasterFile(cluster.data);
  await using log = await open(cluster.log, 'a', 0o600);
  if ((await log.stat()).size > MAX_LOG_BYTES) await truncate(cluster.log);
  const { size } = await log.stat();
  const [program = '', ...prefixed] = [...options.identity.prefix, options.programs.postgres];
  const child = spawn(program, [...prefixed, '-D', cluster.data, ...formatSettings(options.port)], {
    ...options.identity.user,
    env: ENVIRONMENT,
    cwd: cluster.folder,
    // a session of its own: an interrupt typed at the terminal is not for it
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  const ended = once(child, 'exit').then(() => true);
  while (!(await Promise.race([ended, sleep(POLL_MS, false)]))) {
    if ((await findPostmaster(cluster.data))?.status === 'ready') return undefined;
    if (options.signal?.aborted) {
      child.kill('SIGINT');
      throw options.signal.reason;
    }
  }
  const said = (await readFile(cluster.log)).subarray(size).toString().trim();
  return said === '' ? explainSilence(cluster) : said;
}

async function explainSilence({ folder, log }: Cluster): Promise<string> {
  const { bavail } = await statfs(folder);
  // it had no room to say so
  return bavail === 0 ? 'No space left on device' : `it ended without a word in ${log}`;
}
