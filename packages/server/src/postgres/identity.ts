import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/** As whom a program of PostgreSQL runs, which refuses to be root. */
export interface Identity {
  /** What goes before the program. */
  readonly prefix: readonly string[];
  /** The user to change to, if any. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

const run = promisify(execFile);
const SELF: Identity = { prefix: [], user: undefined };

// initdb wants a user it finds a name for; this one is called nobody on every system
const NOBODY = 65_534;
const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/** Programs are found here whatever the environment says; nothing else of it reaches PostgreSQL. */
export const ENVIRONMENT = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Root runs PostgreSQL as the owner of the folder. If that is root too, a user namespace makes it look like another
 * user whose files are still root's; where there are none, the folder is given away for good.
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
    await run(program, [...rest, 'true'], { env: ENVIRONMENT });
    return { prefix: NAMESPACE, user: undefined };
  } catch {
    // not allowed here, as in most containers
    return otherwise;
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    // a container may run as a number that no user has
    return false;
  }
}
