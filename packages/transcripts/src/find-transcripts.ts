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
  { folder: '.codex/sessions', name: /^rollout-.*\.jsonl$/ },
  { folder: '.gemini/tmp', name: /^session-.*\.jsonl?$/ },
  { folder: '.qwen', name: /\.jsonl$/ },
  { folder: '.copilot/session-state', name: /^events\.jsonl$/ },
];
// a sub-agent's log is read with its session
const SKIPPED_FOLDERS = new Set(['subagents', 'node_modules', '.git']);
const DEEPEST = 12;

/** All agent sessions in this home folder, newest first. */
export async function findSessions(home: string): Promise<FoundFile[]> {
  const found = await Promise.all(SESSIONS.map(({ folder, name }) => walk(join(home, folder), name)));
  return newestFirst(found.flat());
}

/** Files of a folder that may be transcripts, newest first. Does not follow links. */
export async function findTranscripts(folder: string): Promise<FoundFile[]> {
  return newestFirst(await walk(folder, /\.(jsonl|json|traj)$/));
}

const newestFirst = (files: readonly FoundFile[]): FoundFile[] =>
  files.toSorted((a, b) => b.modified_ms - a.modified_ms || (a.path < b.path ? -1 : 1));

async function walk(folder: string, name: RegExp, depth = 0): Promise<FoundFile[]> {
  // missing and unreadable folders count as empty
  const children: Dirent[] = depth > DEEPEST ? [] : await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    children.map(async (child) => {
      const path = join(folder, child.name);
      if (child.isDirectory()) return SKIPPED_FOLDERS.has(child.name) ? [] : await walk(path, name, depth + 1);
      if (!child.isFile() || !name.test(child.name) || child.name.endsWith('.meta.json')) return [];
      const { mtimeMs } = await stat(path);
      return [{ path, modified_ms: mtimeMs }];
    }),
  );
  return found.flat();
}
