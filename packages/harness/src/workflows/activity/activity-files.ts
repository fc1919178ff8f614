import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Activity, parse } from '@assay/schema';
import { getOwner, isAbandoned } from '../../machine/processes/owner.ts';
import { openRootFolder } from '../../machine/root-folder.ts';

const FOLDER = 'activity';
/** A process that is silent for this long counts as gone; it may be stopped or on another machine. */
const STALE_MS = 60_000;

/** The file in which this process reports its activity. */
export interface ActivityFile {
  write(activity: Activity): Promise<void>;
  remove(): Promise<void>;
}

/** Opens this process's file in `.assay`, and removes those of dead processes. */
export async function openActivityFile(root: string): Promise<ActivityFile> {
  const folder = join(root, FOLDER);
  const file = join(folder, `${getOwner()}.json`);
  await openRootFolder(root);
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder))
    if (isAbandoned(nameOwner(name))) await rm(join(folder, name), { force: true });
  return {
    write: async (activity) => {
      // atomic, because others read it at any time
      await writeFile(`${file}.part`, JSON.stringify(activity));
      await rename(`${file}.part`, file);
    },
    remove: () => rm(file, { force: true }),
  };
}

/** Current activities in a folder, oldest first. */
export async function listActivities(root: string, now_ms: number): Promise<Activity[]> {
  const names = await readdir(join(root, FOLDER)).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.json') && !isAbandoned(nameOwner(name)))
      .map((name) => readActivity(join(root, FOLDER, name))),
  );
  return found
    .flatMap((activity) => activity ?? [])
    .filter(({ updated_at }) => now_ms - Date.parse(updated_at) < STALE_MS)
    .toSorted((a, b) => a.started_at.localeCompare(b.started_at, 'en'));
}

const nameOwner = (name: string): string => name.replace(/\.json(\.part)?$/, '');

async function readActivity(file: string): Promise<Activity | undefined> {
  try {
    return parse(Activity, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // its process just ended, or has another version
    return undefined;
  }
}
