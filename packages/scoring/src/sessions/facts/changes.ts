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
  return steps.flatMap((step) => {
    const { call } = step;
    if (call === null) return [];
    if (call.role === 'read') for (const path of call.targets) known.add(path);
    const writes = readWrites(step, scripts);
    for (const [path, content] of shownScripts(step)) scripts.set(path, content);
    if (writes === null) return [];
    const removed = removedPaths(step);
    const files = writes.paths.map((path): Change['files'][number] => {
      if (removed.has(path) && isLeftover(path, known, created)) return { path, role: 'scratch', isNew: false };
      if (!known.has(path)) created.add(path);
      known.add(path);
      const isNew = created.has(path) && isWhole(step);
      return { path, role: pathRole(path, isNew), isNew };
    });
    // a script that writes an unnamed file may write code
    const isCode = writes.hasUnnamed || files.some(({ role }) => role === 'code');
    return [{ step, files, isCode, last: writes.last }];
  });
}

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
