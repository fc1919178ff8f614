import { COMMAND_FIELDS, PATH_FIELDS } from '../interactions/input-fields.ts';
import { parseArgv, parseShell, type SimpleCommand } from '../interactions/shell.ts';
import { toolKind } from '../interactions/tools.ts';
import { valueDigest } from './digest.ts';
import { commandRole, type Role, toolRole } from './role.ts';
import { field, textField } from './walk.ts';

/** What a tool was asked to do, in one format for all agents. */
export interface Call {
  readonly role: Role;
  /** Files it names, normalized; files that a shell command changes are not included. */
  readonly targets: readonly string[];
  readonly command: string | null;
  /** Equal for calls that ask for the same. */
  readonly key: string;
  /** Equal for calls where a later one can retry an earlier one. */
  readonly retry_key: string;
}

export function readCall(tool: string, input: unknown): Call {
  const command = toolKind(tool) === 'shell' ? commandOf(input) : null;
  if (command !== null) return shellCall(command);
  const role = toolRole(tool, textField(input, ['command']));
  const isFile = role === 'read' || role === 'search' || role === 'edit';
  const targets = isFile ? unique(pathsOf(input)) : [];
  const key = valueDigest([tool, targets, withoutPaths(input)]);
  return { role, targets, command: null, key, retry_key: targets.length > 0 ? valueDigest([tool, targets]) : key };
}

function shellCall(command: string): Call {
  const { role, operands } = commandRole(parseCommand(command));
  const targets = role === 'edit' ? patchedPaths(command) : operands;
  const key = valueDigest(['shell', command]);
  return { role, targets: unique(targets), command, key, retry_key: key };
}

// some agents give one path in two fields
const unique = (paths: readonly string[]): string[] => [...new Set(paths.map(normalizePath))];

const ARGV_START = '\u0000';

// an argument vector is kept as one text that no shell parses
function commandOf(input: unknown): string | null {
  const action = field(input, ['action']);
  const holder = typeof action === 'object' && action !== null ? action : input;
  const command = typeof holder === 'string' || Array.isArray(holder) ? holder : field(holder, COMMAND_FIELDS);
  if (typeof command === 'string') return command.trim();
  return Array.isArray(command)
    ? ARGV_START + command.filter((word) => typeof word === 'string').join(ARGV_START)
    : null;
}

/** The programs that the command of a call starts. */
export const parseCommand = (command: string): SimpleCommand[] =>
  command.startsWith(ARGV_START) ? parseArgv(command.split(ARGV_START).slice(1)) : parseShell(command);

/** The command of a call as a person would type it. */
export function commandLine(command: string): string {
  if (!command.startsWith(ARGV_START)) return command;
  const words = command.split(ARGV_START).slice(1);
  // the script of `bash -lc`
  return words.length === 3 && /^-\w*c$/.test(words[1] ?? '') ? (words[2] as string) : words.join(' ');
}

/** Fields that do not change what a call asks for. */
const ASIDE = new Set([...PATH_FIELDS, 'description', 'explanation', 'toolCallId', 'tool_use_id']);

function pathsOf(input: unknown): string[] {
  const text = typeof input === 'string' ? input : textField(input, ['patch', 'patch_text', 'patchText', 'input']);
  const patched = text === undefined ? [] : patchedPaths(text);
  if (patched.length > 0) return patched;
  if (typeof input === 'string') return input.includes('\n') ? [] : [input];
  return PATH_FIELDS.flatMap((name) => listPaths(field(input, [name])));
}

const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,4096})$/gm;

const patchedPaths = (text: string): string[] =>
  [...text.matchAll(PATCHED_FILE)].map((match) => (match[1] as string).trim());

function listPaths(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value))
    return value
      .map((item) => (typeof item === 'string' ? item : textField(item, ['path', 'file_path'])))
      .filter((path) => path !== undefined);
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function withoutPaths(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !ASIDE.has(name)));
}

/** One spelling per file: forward slashes, no `.` and, where possible, no `..`. */
function normalizePath(path: string): string {
  const plain = path.replace(/^file:\/\//, '').replaceAll('\\', '/');
  const kept: string[] = [];
  for (const segment of plain.split('/')) {
    if (segment === '' || segment === '.') continue;
    const above = kept.at(-1);
    if (segment === '..' && above !== undefined && above !== '..') kept.pop();
    else kept.push(segment);
  }
  return (plain.startsWith('/') ? '/' : '') + kept.join('/');
}
