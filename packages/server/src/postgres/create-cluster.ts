import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, ROLE } from './cluster.ts';
import { type Identity, POSTGRES_ENVIRONMENT } from './identity.ts';
import type { Programs } from './programs.ts';
import { databaseUnavailable, explainFailure } from './unavailable.ts';

interface CreateClusterOptions {
  readonly programs: Programs;
  readonly identity: Identity;
  readonly onProgress: (step: string) => void;
  readonly signal: AbortSignal | undefined;
}

const run = promisify(execFile);
const UNFINISHED = 'new-';
const PASSWORD_BYTES = 24;

// a fixed sort order: that of the system changes with the system and would break every index
const INITDB_OPTIONS = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale'];

// one sync call for the file system, where supported, instead of one per file
const SYNC_OPTIONS = process.platform === 'linux' ? ['--sync-method=syncfs'] : [];

/** Creates a data folder if there is none, atomically. Rejects one of another version. The lock must be held. */
export async function createCluster(cluster: Cluster, options: CreateClusterOptions): Promise<void> {
  if (existsSync(cluster.data)) return checkVersion(cluster, options.programs.major);
  options.onProgress('Creating the database; this happens once.');
  try {
    await removeUnfinished(cluster);
    await writePassword(cluster, options.identity);
    // a unique name: processes left by a killed start may still write to theirs
    const data = await mkdtemp(join(cluster.folder, UNFINISHED));
    if (options.identity.user) await chown(data, options.identity.user.uid, options.identity.user.gid);
    await runInitdb(cluster, data, options);
    await rename(data, cluster.data);
    await syncFolder(cluster.folder);
  } catch (cause) {
    await removeUnfinished(cluster);
    throw explainFailure('creating the database', cluster.folder, cause);
  }
}

async function checkVersion({ data }: Cluster, major: string): Promise<void> {
  const found = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (found === major) return;
  throw databaseUnavailable(
    `${data} was created by PostgreSQL ${found}, but this Assay includes ${major}: export it with the Assay that created it, move the folder away and import the export`,
  );
}

async function runInitdb(cluster: Cluster, data: string, { programs, identity, signal }: CreateClusterOptions) {
  const [program = '', ...rest] = [...identity.prefix, programs.initdb];
  const options = [`--pgdata=${data}`, `--username=${ROLE}`, `--pwfile=${cluster.password}`, '--auth=scram-sha-256'];
  try {
    await run(program, [...rest, ...options, ...INITDB_OPTIONS, ...SYNC_OPTIONS, '--no-instructions'], {
      ...identity.user,
      ...(signal && { signal }),
      env: POSTGRES_ENVIRONMENT,
      cwd: cluster.folder,
    });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 127)) {
      const message = `the PostgreSQL installed with Assay does not run on this system (${programs.initdb}): set DATABASE_URL to your own PostgreSQL`;
      throw databaseUnavailable(message, cause);
    }
    throw cause;
  }
}

async function writePassword({ password }: Cluster, { user }: Identity): Promise<void> {
  await rm(password, { force: true });
  await using file = await open(password, 'wx', 0o600);
  if (user) await file.chown(user.uid, user.gid);
  await file.writeFile(randomBytes(PASSWORD_BYTES).toString('base64url'));
  // without the password, the folder could not be opened again after a power failure
  await file.sync();
}

async function removeUnfinished({ folder }: Cluster): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => name.startsWith(UNFINISHED))) {
    try {
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // another process still writes there and will fail; the next start removes the rest
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
