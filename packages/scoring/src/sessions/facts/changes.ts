import { parseCommand } from '../../heuristic/call.ts';
import { textField } from '../../heuristic/walk.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { editedFile, isEditorCommand } from '../editor-command.ts';
import { type PathRole, pathRole } from '../path-role.ts';
import { type SessionStep, wasDone } from '../session.ts';

/** Files that a step changed, each with its role, and whether the agent created it. */
export interface Change {
  readonly step: SessionStep;
  readonly files: readonly { readonly path: string; readonly role: PathRole; readonly isNew: boolean }[];
  /** Whether it changed code, which a check should follow. */
  readonly isCode: boolean;
}

/**
 * Changes: successful edits with a tool, and files written by a shell command: `sed -i`, redirects, `tee`, `mv`, `cp`,
 * `rm`, `patch`, `git apply`, `git restore`, and scripts in the command that open a file for writing. Programs that the
 * command starts may write files too, which a transcript does not show.
 */
export function findChanges(steps: readonly SessionStep[]): Change[] {
  const known = new Set<string>();
  const created = new Set<string>();
  return steps.flatMap((step) => {
    const { call } = step;
    if (call === null) return [];
    if (call.role === 'read') for (const path of call.targets) known.add(path);
    const written = wasDone(step) ? writtenPaths(step) : null;
    if (written === null) return [];
    const removed = removedPaths(step);
    const files = written.map((path): Change['files'][number] => {
      if (removed.has(path) && isLeftover(path, known, created)) return { path, role: 'scratch', isNew: false };
      if (!known.has(path)) created.add(path);
      const isNew = created.has(path) && isWhole(step);
      return { path, role: pathRole(path, isNew), isNew };
    });
    for (const path of written) known.add(path);
    // a script that writes an unnamed file may write code
    return [{ step, files, isCode: files.length === 0 || files.some(({ role }) => role === 'code') }];
  });
}

// replacing a part of a file shows that it was there before
const isWhole = ({ input }: SessionStep): boolean =>
  textField(input, ['old_string', 'old_str', 'oldString', 'oldText', 'search']) === undefined;

/** The paths that a call writes; null if it writes none. Empty if it writes files without naming them. */
function writtenPaths(step: SessionStep): readonly string[] | null {
  const { call } = step;
  if (call === null) return null;
  if (call.role === 'edit') return isViewing(step) ? null : call.targets;
  if (call.command === null) return null;
  if (isEditorCommand(call.command)) return [editedFile(step)].filter((path) => path !== undefined);
  const commands = parseCommand(call.command);
  const paths = commands.flatMap(writtenByCommand).filter((path) => !path.startsWith('/dev/'));
  if (paths.length > 0) return [...new Set(paths)];
  return commands.some(writesUnnamed) ? [] : null;
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

function writtenByCommand(command: SimpleCommand): string[] {
  const { name, args, writes = [] } = command;
  const operands = args.filter((arg) => !arg.startsWith('-'));
  switch (name) {
    case 'sed':
    case 'perl':
      return args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg)) ? [...writes, ...operands.slice(1)] : [...writes];
    case 'tee':
    case 'truncate':
      return [...writes, ...operands];
    case 'mv':
    case 'cp':
      return [...writes, ...operands.slice(-1)];
    case 'rm':
      return [...writes, ...operands];
    case 'git':
      return [...writes, ...restoredByGit(operands, args)];
    default:
      return [...writes, ...scriptsOf(command).flatMap(writtenByScript)];
  }
}

// `git checkout -- file`, `git restore file`
function restoredByGit([subcommand, ...operands]: readonly string[], args: readonly string[]): string[] {
  if (subcommand === 'restore') return operands;
  return subcommand === 'checkout' && args.includes('--') ? args.slice(args.indexOf('--') + 1) : [];
}

const writesUnnamed = (command: SimpleCommand): boolean =>
  command.name === 'patch' ||
  (command.name === 'git' && /^(?:apply|am|cherry-pick|revert)$/.test(command.args[0] ?? '')) ||
  scriptsOf(command).some((script) => WRITES.test(script));

const INTERPRETER = /^(?:python|pypy)[\d.]*$|^(?:node|deno|bun|ruby|perl|php)$/;

/** The programs that a command passes to an interpreter: after `-c` or `-e`, or as standard input. */
function scriptsOf({ name, args, fed }: SimpleCommand): string[] {
  if (!INTERPRETER.test(name)) return [];
  const flag = args.findIndex((arg) => arg === '-c' || arg === '-e' || arg === '--eval');
  return [...(flag === -1 ? [] : args.slice(flag + 1, flag + 2)), ...(fed === undefined ? [] : [fed])];
}

const WRITES =
  /\bopen\([^\n]{0,200},\s*(?:mode\s*=\s*)?["'][rbt]{0,2}[wax]|\.write_(?:text|bytes)\(|\bwriteFile(?:Sync)?\(|\bFile\.write\(|\bfile_put_contents\(/;
const WRITTEN =
  /\bopen\(\s*["']([^"'\n]{1,300})["']\s*,\s*(?:mode\s*=\s*)?["'][rbt]{0,2}[wax]|\bPath\(\s*["']([^"'\n]{1,300})["']\s*\)\.write_(?:text|bytes)\(|\bwriteFile(?:Sync)?\(\s*["'`]([^"'`\n]{1,300})["'`]/g;

const writtenByScript = (script: string): string[] =>
  [...script.matchAll(WRITTEN)].flatMap((match) => match.slice(1).find((path) => path !== undefined) ?? []);
