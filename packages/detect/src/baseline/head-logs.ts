import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from '../repository/find-repository.ts';

/** A line of a log of git: where a ref went, and why. */
interface Move {
  readonly oid: string;
  readonly message: string;
}

const LINE = /^[0-9a-f]{40} ([0-9a-f]{40}) [^\t]*(?:\t(.*))?$/;
// older moves are of no use: what they point to is old too
const MAX_LOG_LINES = 5_000;
const MAX_LOGS = 10_000;

/** Where the HEAD of a work tree was, oldest first. */
export const listMoves = (git_dir: string): Move[] => readLog(join(git_dir, 'logs/HEAD'));

function readLog(file: string): Move[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(-MAX_LOG_LINES)
    .flatMap((line) => {
      const [, oid, message = ''] = LINE.exec(line) ?? [];
      return oid === undefined ? [] : [{ oid, message }];
    });
}

/** The git folders of all work trees of a repository. */
const listGitFolders = ({ common_dir }: Repository): string[] => [
  common_dir,
  ...listFolder(join(common_dir, 'worktrees')).map((name) => join(common_dir, 'worktrees', name)),
];

const listFolder = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** The commits that were created in a work tree of this machine, each with the git folder of that work tree. */
export function listCreated(repository: Repository): Map<string, string> {
  const created = new Map<string, string>();
  for (const git_dir of listGitFolders(repository))
    for (const { oid, message } of listMoves(git_dir)) if (isCreation(message)) created.set(oid, git_dir);
  return created;
}

// a move to a commit that exists: a switch, a reset, a fast-forward, the steps of a rebase that replay nothing
const isCreation = (message: string): boolean =>
  message !== '' && !/^(?:checkout|reset|clone)\b|fast-forward$|\((?:start|finish|abort)\)/i.test(message);

/** The commits that a fetch or a pull brought. */
export function listFetched(repository: Repository): string[] {
  const found = new Set<string>();
  for (const file of listFiles(join(repository.common_dir, 'logs/refs/remotes')))
    for (const { oid, message } of readLog(file)) if (/^(?:fetch|pull|clone)\b/.test(message)) found.add(oid);
  for (const git_dir of listGitFolders(repository))
    for (const oid of readOids(join(git_dir, 'FETCH_HEAD'))) found.add(oid);
  return [...found];
}

/** The ids at the start of the lines of a file. */
export const readOids = (file: string): string[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => /^[0-9a-f]{40}(?=\s|$)/.exec(line) ?? [])
    : [];

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .slice(0, MAX_LOGS)
    .map((entry) => join(entry.parentPath, entry.name));
}

/** When git wrote a commit, by the clock of the file system, which no program sets; null if it is in a pack. */
export function readWritten({ common_dir }: Repository, oid: string): number | null {
  const file = join(common_dir, 'objects', oid.slice(0, 2), oid.slice(2));
  return statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? null;
}
