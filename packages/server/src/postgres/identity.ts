import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/** The user that PostgreSQL runs as; it refuses to run as root. */
export interface Identity {
  /** The command prefix. */
  readonly prefix: readonly string[];
  /** The user to change to, if any. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

const run = promisify(execFile);
const SELF: Identity = { prefix: [], user: undefined };

// initdb needs a user with a name; this id is `nobody` on every system
const NOBODY = 65_534;
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/** The whole environment of PostgreSQL; nothing of this process's environment is passed on. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Root runs PostgreSQL as the owner of the folder. If that is root too, a user namespace makes it appear as another
 * user while its files stay root's. Without user namespaces, the folder is handed over to `nobody`.
 */
export async function chooseIdentity(folder: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return hasName() ? SELF : findNamespace(SELF);
  const { uid, gid } = await stat(folder);
  if (uid !== 0) return { prefix: [], user: { uid, gid } };
  const nobody = { prefix: [], user: { uid: NOBODY, gid: NOBODY } };
  const identity = await findNamespace(nobody);
  if (identity === nobody) await chown(folder, NOBODY, NOBODY);
  return identity;
}

async function findNamespace(otherwise: Identity): Promise<Identity> {
  try {
    const [program = '', ...rest] = NAMESPACE;
    await run(program, [...rest, 'true'], { env: POSTGRES_ENVIRONMENT });
    return { prefix: NAMESPACE, user: undefined };
  } catch {
    // not allowed, as in most containers
    return otherwise;
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    // a container may run as a user id without a name
    return false;
  }
}
