import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that may be a transcript. */
export interface FoundFile {
  readonly path: string;
  readonly modified_ms: number;
}

/** Where agents store their sessions, relative to the home folder. */
const SESSIONS = [
  { folder: '.claude/projects', name: /\.jsonl$/ },
  { folder: '.codex/sessions', name: /^rollout-.*\.jsonl(\.zst)?$/ },
  { folder: '.codex/archived_sessions', name: /^rollout-.*\.jsonl(\.zst)?$/ },
  { folder: '.gemini/tmp', name: /^session-.*\.jsonl?$/ },
  { folder: '.qwen', name: /\.jsonl$/ },
  { folder: '.copilot/session-state', name: /^events\.jsonl$/ },
  { folder: '.pi/agent/sessions', name: /\.jsonl$/ },
  { folder: '.openclaw/agents', name: /\.jsonl$/ },
  { folder: '.factory/sessions', name: /\.jsonl$/ },
  { folder: '.kimi/sessions', name: /^context.*\.jsonl$/ },
  { folder: '.local/share/amp/threads', name: /^T-.*\.json$/ },
];
const SKIPPED_FOLDERS = new Set(['node_modules', '.git']);
const DEEPEST = 12;
const ANY = /(?:)/;

/** All agent sessions in this home folder, newest first. */
export async function findSessions(home: string): Promise<FoundFile[]> {
  const found = await Promise.all(SESSIONS.map(({ folder, name }) => walk(join(home, folder), name)));
  return newestFirst(found.flat());
}

/**
 * The files of a folder, newest first, whatever their names: only the content shows whether a file is a transcript.
 * Leaves out `node_modules`, `.git`, links, and files that are read with another: the logs of sub-agents with their
 * session.
 */
export async function findTranscripts(folder: string): Promise<FoundFile[]> {
  return newestFirst(await walk(folder, ANY));
}

const newestFirst = (files: readonly FoundFile[]): FoundFile[] =>
  files.toSorted((a, b) => b.modified_ms - a.modified_ms || (a.path < b.path ? -1 : 1));

async function walk(folder: string, name: RegExp, depth = 0): Promise<FoundFile[]> {
  // missing and unreadable folders count as empty
  const children: Dirent[] = depth > DEEPEST ? [] : await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = new Set(children.map((child) => child.name));
  // Codex packs old sessions, and for a moment there are both
  const isCopy = (child: string) => child.endsWith('.zst') && names.has(child.slice(0, -'.zst'.length));
  const files = await Promise.all(
    children.map(async (child) => {
      const path = join(folder, child.name);
      if (child.isDirectory()) return (await isSkipped(path, child.name)) ? [] : await walk(path, name, depth + 1);
      if (!child.isFile() || !name.test(child.name) || isCopy(child.name)) return [];
      // an agent may delete it in the meantime
      const found = await stat(path).catch(() => undefined);
      return found === undefined ? [] : [{ path, modified_ms: found.mtimeMs }];
    }),
  );
  return files.flat();
}

// the folder `<session>/subagents` belongs to `<session>.jsonl`
async function isSkipped(path: string, name: string): Promise<boolean> {
  if (name !== 'subagents') return SKIPPED_FOLDERS.has(name);
  const session = await stat(`${path.slice(0, -'/subagents'.length)}.jsonl`).catch(() => undefined);
  return session?.isFile() ?? false;
}
