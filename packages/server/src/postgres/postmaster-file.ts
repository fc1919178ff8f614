import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunningIn } from './is-running-in.ts';

/** A running server, as described by the `postmaster.pid` file in its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting` (including crash recovery), `ready` or `stopping`. */
  readonly status: string;
}

const PORT_LINE = 3;
const STATUS_LINE = 7;

/** Finds the server running on a data folder. The file alone is no proof: a killed server leaves it behind. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const found = parsePostmasterFile(await readText(locate(data)));
  return found !== undefined && (await isRunningIn(found.pid, data)) ? found : undefined;
}

/**
 * Lets a server start although a killed one left its file, even if another process now has that pid. The file is kept
 * because it names the shared memory by which orphaned backends are detected. It gets the pid of the next server's
 * parent, which PostgreSQL ignores.
 */
export async function disownPostmasterFile(data: string): Promise<void> {
  const file = locate(data);
  const text = await readText(file);
  const stale = parsePostmasterFile(text);
  // emptied by a power failure, which no backend survived
  if (stale === undefined) return rm(file, { force: true });
  if (await isRunningIn(stale.pid, data)) return;
  await using handle = await open(file, 'r+');
  // in place and never shorter, so a reader never sees half a file
  await handle.write(
    text.replace(/^\s*\d+/, (pid) => String(process.pid).padStart(pid.length)),
    0,
  );
}

export function parsePostmasterFile(text: string): Postmaster | undefined {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  // missing lines are still to be written
  return { pid, port: Number(lines[PORT_LINE] ?? 0), status: lines[STATUS_LINE]?.trim() || 'starting' };
}

function locate(data: string): string {
  return join(data, 'postmaster.pid');
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
