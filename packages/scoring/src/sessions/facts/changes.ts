import { parseCommand } from '../../heuristic/call.ts';
import { textField } from '../../heuristic/walk.ts';
import { editedFile, isEditorCommand } from '../editor-command.ts';
import { type PathRole, pathRole } from '../path-role.ts';
import { type SessionStep, wasDone } from '../session.ts';
import { findWrittenScripts, type KnownScripts, readShellWrites, type ShellWrites } from './shell-writes.ts';

/** Files that a step changed, each with its role, and whether the agent created it. */
export interface Change {
  readonly step: SessionStep;
  readonly files: readonly { readonly path: string; readonly role: PathRole; readonly isNew: boolean }[];
  /** Whether it changed code, which a check should follow. */
  readonly isCode: boolean;
  /** Position of the last program that writes, among those of the step's command line; 0 for an edit tool. */
  readonly last: number;
}

/**
 * Changes: successful edits with a tool, and files written by a shell command: `sed -i`, redirects, `tee`, `mv`, `cp`,
 * `rm`, `patch`, `git apply`, `git restore`, and scripts whose text the transcript shows and that open a file for
 * writing. Programs that the command starts may write files too, which a transcript does not show.
 */
export function findChanges(steps: readonly SessionStep[]): Change[] {
  const known = new Set<string>();
  const created = new Set<string>();
  const scripts = new Map<string, string>();
  const found = steps.flatMap((step, index): Written[] => {
    const { call } = step;
    if (call === null) return [];
    if (call.role === 'read') for (const path of call.targets) known.add(path);
    const writes = readWrites(step, scripts);
    for (const [path, content] of shownScripts(step)) scripts.set(path, content);
    if (writes === null) return [];
    const removed = removedPaths(step);
    const files = writes.paths.map((path): Change['files'][number] => {
      if (removed.has(path) && isLeftover(path, known, created)) return { path, role: 'scratch', isNew: false };
      if (!known.has(path) && isWhole(step) && !isMentioned(path, steps, index)) created.add(path);
      known.add(path);
      const isNew = created.has(path);
      return { path, role: pathRole(path, isNew), isNew };
    });
    return [{ step, files, hasUnnamed: writes.hasUnnamed, last: writes.last }];
  });
  return dropRemoved(found).map(({ hasUnnamed, ...change }) => ({
    ...change,
    // a script that writes an unnamed file may write code
    isCode: hasUnnamed || change.files.some(({ role }) => role === 'code'),
  }));
}

/** How many calls before a change may have named its file, and in which part of their commands. */
const EARLIER = 100;
const NAMED_WITHIN = 1000;

// `nl -ba src/a.py` before a script writes it: the file was there
const isMentioned = (path: string, steps: readonly SessionStep[], index: number): boolean =>
  path.includes('/') &&
  steps
    .slice(Math.max(0, index - EARLIER), index)
    .some(({ call }) => call?.command?.slice(0, NAMED_WITHIN).includes(path) === true);

interface Written extends Omit<Change, 'isCode'> {
  readonly hasUnnamed: boolean;
}

/** Files that the agent created and removed later are scratch, whatever their names. */
function dropRemoved(changes: readonly Written[]): Written[] {
  const removed = new Set<string>();
  return changes
    .toReversed()
    .map((change) => {
      const folder = enteredFolder(change.step);
      const isGone = (path: string): boolean => foldersOf(folder + path).some((parent) => removed.has(parent));
      const files = change.files.map((file) =>
        file.isNew && isGone(file.path) ? { ...file, role: 'scratch' as const } : file,
      );
      for (const path of removedPaths(change.step)) removed.add(folder + path.replace(/\/+$/, ''));
      return { ...change, files };
    })
    .toReversed();
}

// `cd demo && cat > a.py` writes demo/a.py
const enteredFolder = ({ call }: SessionStep): string => {
  const folder = /^\s*cd\s+([\w.-][\w./-]*)\s*(?:&&|;|\n)/.exec(call?.command ?? '')?.[1];
  return folder === undefined ? '' : `${folder.replace(/\/+$/, '')}/`;
};

const LONGEST_PATH = 4096;

const foldersOf = (path: string): string[] =>
  [...path.slice(0, LONGEST_PATH).matchAll(/\/|$/g)]
    .map(({ index }) => path.slice(0, index))
    .filter((parent) => parent !== '');

// replacing a part of a file shows that it was there before
const isWhole = ({ input }: SessionStep): boolean =>
  textField(input, ['old_string', 'old_str', 'oldString', 'oldText', 'search']) === undefined;

/** What a call writes; null if nothing. */
function readWrites(step: SessionStep, scripts: KnownScripts): ShellWrites | null {
  const { call, outcome } = step;
  if (call === null || !(wasDone(step) || (outcome === 'failed' && call.command !== null))) return null;
  if (call.role === 'edit') return !wasDone(step) || isViewing(step) ? null : namedWrites(call.targets);
  if (call.command === null) return null;
  if (isEditorCommand(call.command))
    return wasDone(step) ? namedWrites([editedFile(step)].filter((path) => path !== undefined)) : null;
  return readShellWrites(call.command, outcome === 'failed' ? (step.output ?? '') : null, scripts);
}

const namedWrites = (paths: readonly string[]): ShellWrites => ({ paths, hasUnnamed: paths.length === 0, last: 0 });

/** Files that the step creates with a content that the transcript shows. */
function shownScripts({ call, input }: SessionStep): [path: string, content: string][] {
  if (call === null) return [];
  if (call.command !== null) return findWrittenScripts(call.command);
  const content = textField(input, ['content', 'file_text', 'contents']);
  return content === undefined ? [] : call.targets.map((path): [string, string] => [path, content]);
}

const removedPaths = ({ call }: SessionStep): ReadonlySet<string> =>
  new Set(parseCommand(call?.command ?? '').flatMap(({ name, args }) => (name === 'rm' ? args : [])));

/** Whether removing a path leaves nothing to check: the agent created it, or it is no source that the agent has seen. */
function isLeftover(path: string, known: ReadonlySet<string>, created: ReadonlySet<string>): boolean {
  const folder = `${path.replace(/\/+$/, '')}/`;
  const hasIn = (paths: ReadonlySet<string>): boolean =>
    paths.has(path) || [...paths].some((one) => one.startsWith(folder));
  return hasIn(created) || (!hasIn(known) && !SOURCE.test(path));
}

const SOURCE =
  /\.(?:py|[cm]?[jt]sx?|go|rs|rb|java|kt|c|cc|cpp|h|hpp|cs|php|swift|scala|exs?|sh|sql|ya?ml|toml|html|css|vue|svelte)$/;

// one tool of OpenHands views and edits, and its record does not always say which
const isViewing = ({ output }: SessionStep): boolean => /^\s*Here's the result of running `cat -n`/.test(output ?? '');
