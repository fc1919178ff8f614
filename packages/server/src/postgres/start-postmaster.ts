import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, statfs, truncate } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { type Identity, POSTGRES_ENVIRONMENT } from './identity.ts';
import { choosePort, findLastPort } from './port.ts';
import { disownPostmasterFile, findPostmaster } from './postmaster-file.ts';
import type { Programs } from './programs.ts';
import { explainFailure } from './unavailable.ts';

interface StartOptions {
  readonly programs: Programs;
  readonly identity: Identity;
  readonly signal: AbortSignal | undefined;
}

const POLL_MS = 20;
const PAUSE_MS = 500;
const MAX_LOG_BYTES = 1024 * 1024;

// temporary errors: a port in use, and orphaned backends of a killed server
const PORT_TAKEN = /could not create any TCP\/IP sockets/;
const ORPHANS = /pre-existing shared memory block/;
const PORT_ATTEMPTS = 3;
const ATTEMPTS = 60;

/** Starts a server that outlives this process and waits until it is ready. The lock must be held. */
export async function startPostmaster(cluster: Cluster, options: StartOptions): Promise<void> {
  let port = (await findLastPort(cluster)) ?? (await choosePort(cluster));
  let taken = 0;
  for (let attempt = 1; ; attempt += 1) {
    const said = await tryStart(cluster, { ...options, port });
    if (said === undefined) return;
    const passes = PORT_TAKEN.test(said) || ORPHANS.test(said);
    if (!passes || attempt === ATTEMPTS) throw explainFailure('starting the database', cluster.folder, said);
    await sleep(PAUSE_MS);
    // clients know the port, so retry it before choosing another
    if (PORT_TAKEN.test(said) && ++taken % PORT_ATTEMPTS === 0) port = await choosePort(cluster);
  }
}

/** The output of a server that failed to start; undefined if it is ready. */
async function tryStart(cluster: Cluster, options: StartOptions & { port: number }): Promise<string | undefined> {
  await disownPostmasterFile(cluster.data);
  await using log = await open(cluster.log, 'a', 0o600);
  if ((await log.stat()).size > MAX_LOG_BYTES) await truncate(cluster.log);
  const { size } = await log.stat();
  const [program = '', ...prefixed] = [...options.identity.prefix, options.programs.postgres];
  const child = spawn(program, [...prefixed, '-D', cluster.data, ...formatSettings(options.port)], {
    ...options.identity.user,
    env: POSTGRES_ENVIRONMENT,
    cwd: cluster.folder,
    // its own session, so Ctrl+C in the terminal does not reach it
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
  // a full disk also prevents a log message
  return bavail === 0 ? 'No space left on device' : `it exited without a message in ${log}`;
}

/** Settings of the managed server. On the command line, so that a new Assay version can change them. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  max_connections: '200',
  timezone: 'UTC',
  cluster_name: 'assay',
  // log server errors only: query errors go to the client and may quote stored data
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
};

function formatSettings(port: number): string[] {
  return Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
