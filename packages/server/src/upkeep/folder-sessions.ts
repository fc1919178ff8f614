import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import { AssayError, type ModelPrices, type OrganizationId, type WorkspaceId } from '@assay/schema';
import type { FolderSession } from '@assay/schema/api';
import { type FoundFile, findSessions } from '@assay/transcripts';
import { gradeFoundSessionOnThread } from '../runs/grading-thread.ts';
import type { FolderSessions } from '../services/served-folder.ts';
import type { Services } from '../services/services.ts';
import { isOutage } from '../store/is-outage.ts';

export interface FolderSessionsOptions {
  readonly folder: string;
  /** The home folder, where agents store their sessions. */
  readonly home: string;
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly prices: ModelPrices;
  readonly secrets: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
}

/** Stores the sessions that agents on this machine had in a folder, until the organization has a second member. */
export interface FolderSessionReader {
  /** What is known now; asks for another look. */
  list(): FolderSessions;
  /** Looks for new files if `list` was called since the last look. */
  look(): Promise<void>;
}

type Known = { readonly modified_ms: number } & (
  | { readonly kind: 'own'; readonly digest: string | null; readonly problem: string | null }
  | { readonly kind: 'elsewhere' | 'without_folder' }
);

const NOTHING_READ = { folder: null, is_reading: false, is_partial: false, without_folder: 0 };
const MOST_SESSIONS = 200;
const MOST_FILES = 5_000;
// a session goes on while its file changes; as for `assay grade --watch`
const QUIET_MS = 60_000;

/** A file is read again only when it changes. Files of other folders are read no further than their first records. */
export function createFolderSessionReader(
  services: Pick<Services, 'store' | 'now' | 'log'>,
  options: FolderSessionsOptions,
): FolderSessionReader {
  const { folder, home, organization_id, signal } = options;
  const known = new Map<string, Known>();
  let [is_wanted, is_reading, is_partial, is_of_team] = [true, false, false, false];

  async function look(): Promise<void> {
    if (!is_wanted) return;
    is_wanted = false;
    const members = await services.store.members.list(organization_id, { limit: 2, after: null });
    is_of_team = members.items.length > 1;
    if (is_of_team) return;
    const files = await findSessions(home);
    const present = new Set(files.map(({ path }) => path));
    for (const path of known.keys()) if (!present.has(path)) known.delete(path);
    const folders = [...new Set([folder, await realpath(folder)])];
    let own = 0;
    is_partial = files.length > MOST_FILES;
    for (const file of files.slice(0, MOST_FILES)) {
      if (signal.aborted) return;
      if (own === MOST_SESSIONS) {
        is_partial = true;
        return;
      }
      const before = known.get(file.path);
      const isSettled = before?.modified_ms === file.modified_ms || services.now() - file.modified_ms < QUIET_MS;
      const now = isSettled ? before : await read(services, { ...options, ...file, folders });
      if (now === undefined) continue;
      known.set(file.path, now);
      if (now.kind === 'own') own++;
    }
  }

  return {
    list() {
      is_wanted = true;
      if (is_of_team) return { ...NOTHING_READ, items: [] };
      const without_folder = [...known.values()].filter(({ kind }) => kind === 'without_folder').length;
      return { folder: basename(folder), is_reading, is_partial, without_folder, items: listOwn(known) };
    },
    async look() {
      is_reading = is_wanted;
      await look().finally(() => {
        is_reading = false;
      });
    },
  };
}

const listOwn = (known: ReadonlyMap<string, Known>): FolderSession[] =>
  [...known]
    .flatMap(([file, one]) => (one.kind === 'own' ? [{ file, ...one }] : []))
    .toSorted((a, b) => b.modified_ms - a.modified_ms)
    .map(({ file, modified_ms, digest, problem }) => ({
      ...{ file, digest, problem },
      changed_at: new Date(modified_ms).toISOString(),
    }));

type Reading = FolderSessionsOptions & FoundFile & { readonly folders: readonly string[] };

/** Undefined if the server stops. */
async function read(
  { store, log }: Pick<Services, 'store' | 'log'>,
  { path, modified_ms, folders, organization_id, workspace_id, prices, secrets, signal }: Reading,
): Promise<Known | undefined> {
  try {
    // its own line: requests of the organization must not get it refused
    const turn = `folder ${organization_id}`;
    const graded = await gradeFoundSessionOnThread(turn, { path, folders, prices, secrets }, signal);
    if ('status' in graded) return { kind: graded.status, modified_ms };
    await store.transaction((tables) => tables.agent_sessions.keep(organization_id, { ...graded, workspace_id }));
    return { kind: 'own', modified_ms, digest: graded.digest, problem: null };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (isOutage(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    log.write('warn', 'session_not_read', { path, message });
    return { kind: 'own', modified_ms, digest: null, problem: describe(error) };
  }
}

// internal details go to the log, not to clients
const describe = (error: unknown): string =>
  error instanceof AssayError && error.code !== 'internal' ? error.message : 'Internal error. See the server log.';
