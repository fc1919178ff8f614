import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runsIn } from './runs-in.ts';

/** A running server, as it describes itself in the file it keeps in its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting`, which recovery from a crash is part of, then `ready`, in the end `stopping`. */
  readonly status: string;
}

const PORT_LINE = 3;
const STATUS_LINE = 7;

/** Finds the server that runs on a data folder; the file alone proves nothing, it outlives a server that was killed. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const found = parsePostmasterFile(await readText(locate(data)));
  return found !== undefined && (await runsIn(found.pid, data)) ? found : undefined;
}

/**
 * Lets a server start over the file of one that was killed, also if another process has its pid by now. The file is
 * not removed, for it names the memory by which orphaned backends are noticed: it gets the pid of the next server's
 * parent, which a server knows to be no server.
 */
export async function disownPostmasterFile(data: string): Promise<void> {
  const file = locate(data);
  const text = await readText(file);
  const stale = parsePostmasterFile(text);
  // emptied by a power cut, which no backend survived either
  if (stale === undefined) return rm(file, { force: true });
  if (await runsIn(stale.pid, data)) return;
  await using handle = await open(file, 'r+');
  // in place and never shorter, so that there is no moment at which half of it is there
  await handle.write(
    text.replace(/^\s*\d+/, (pid) => String(process.pid).padStart(pid.length)),
    0,
  );
}

export function parsePostmasterFile(text: string): Postmaster | undefined {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  // what it does not say yet, it is about to
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
