import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, DATABASE_NAME, ROLE } from './cluster.ts';
import { findPostmaster } from './postmaster-file.ts';
import { databaseUnavailable } from './unavailable.ts';

/** A member of the managed database, with its connection URL. */
export interface JoinedDatabase extends Member {
  readonly url: string;
}

const POLL_MS = 50;
const PATIENCE_MS = 30_000;
const [NOT_NOW, WRONG_PASSWORD] = ['57P03', '28P01'];

/** Joins the running server once it has recovered; undefined if none is running. The lock must be held. */
export async function joinRunning(cluster: Cluster, signal?: AbortSignal): Promise<JoinedDatabase | undefined> {
  let end = performance.now() + PATIENCE_MS;
  for (;;) {
    const server = await findPostmaster(cluster.data);
    if (server === undefined) return undefined;
    const joined = server.status === 'ready' ? await tryJoin(cluster, server.port) : 'recovering';
    if (joined === 'recovering') {
      // recovery has no time limit
      end = performance.now() + PATIENCE_MS;
    } else if (!(joined instanceof Error)) {
      return joined;
    } else if (performance.now() > end) {
      const found = `the database in ${cluster.folder} runs as process ${server.pid} but refuses connections (${joined.message})`;
      throw databaseUnavailable(`${found}: end that process and start again`, joined);
    }
    await sleep(POLL_MS, undefined, { ...(signal && { signal }) });
  }
}

async function tryJoin(cluster: Cluster, port: number): Promise<JoinedDatabase | Error | 'recovering'> {
  const password = await readFile(cluster.password, 'utf8');
  // overrides PGSSLMODE of the environment: this database has no certificate and needs none
  const url = `postgresql://${ROLE}:${password}@127.0.0.1:${port}/${DATABASE_NAME}?sslmode=disable`;
  try {
    return { url, ...(await joinDatabase(url)) };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const code = 'code' in error ? error.code : undefined;
    if (code === WRONG_PASSWORD) {
      throw databaseUnavailable(
        `the database in ${cluster.folder} does not accept the password in ${cluster.password}`,
        cause,
      );
    }
    return code === NOT_NOW ? 'recovering' : error;
  }
}

/** One user of the managed database, counted by its connection, which ends with its process. */
interface Member {
  /** Settles when the connection ends, for any reason. */
  readonly lost: Promise<void>;
  /** Whether there is no other member; undefined if the connection is lost. */
  isLast(): Promise<boolean | undefined>;
  leave(): Promise<void>;
}

// `assay` in ASCII; all members share this lock, so only the last one can get it exclusively
const LOCK_ID = 0x61_73_73_61_79;
const CONNECT_PATIENCE_MS = 10_000;

async function joinDatabase(url: string): Promise<Member> {
  const client = new Client({
    connectionString: url,
    application_name: 'assay member',
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
  });
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  // reported through `lost`; without a listener the error would end the process
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock_shared($1)', [LOCK_ID]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    lost,
    isLast: async () => {
      try {
        const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [LOCK_ID]);
        return rows[0]?.last === true;
      } catch {
        // this query can only fail if the connection is lost
        return undefined;
      }
    },
    leave: () => client.end(),
  };
}
