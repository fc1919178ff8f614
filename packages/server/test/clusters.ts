import { chown, cp, mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openDatabase } from '../src/postgres/open-database.ts';

/** An Assay folder with a stopped database, to copy, because creating one takes seconds. */
export interface ClusterTemplate extends AsyncDisposable {
  copy(): Promise<TemporaryRoot>;
}

/** An Assay folder for one test. */
export interface TemporaryRoot extends AsyncDisposable {
  readonly root: string;
  readonly folder: string;
  readonly data: string;
}

export async function createClusterTemplate(): Promise<ClusterTemplate> {
  const template = await createRoot();
  const database = await openDatabase({ root: template.root, database_url: undefined });
  await database[Symbol.asyncDispose]();
  return {
    async copy() {
      const copy = await createRoot();
      await cp(template.folder, copy.folder, { recursive: true });
      // otherwise all copies would use the same port
      await rm(join(copy.folder, 'port'));
      return copy;
    },
    [Symbol.asyncDispose]: () => template[Symbol.asyncDispose](),
  };
}

export async function createRoot(uid?: number): Promise<TemporaryRoot> {
  const root = await mkdtemp(join(tmpdir(), 'assay-database-'));
  if (uid !== undefined) await chown(root, uid, uid);
  const folder = join(root, 'db');
  return {
    root,
    folder,
    data: join(folder, 'data'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The processes whose working directory is a folder, as that of a server and its backends is the data folder. */
export async function listProcessesIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    // processes may end meanwhile
    const working = /^\d+$/.test(name) ? await readlink(`/proc/${name}/cwd`).catch(() => '') : '';
    if (working === folder) found.push(Number(name));
  }
  return found;
}

/** Runs one query on a new connection. */
export async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  // if the server dies, the query reports it
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}
