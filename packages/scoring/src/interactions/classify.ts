import type { Category } from '@assay/schema';
import { isAgentPath } from './agent-paths.ts';
import { COMMAND_FIELDS, PATH_FIELDS } from './input-fields.ts';
import { isNetworkCall } from './network.ts';
import { parseArgv, parseShell, type SimpleCommand } from './shell.ts';
import { isProgram, toolKind } from './tools.ts';

/** What a tool call interacts with: the machine, something outside it, or the agent itself. */
export function classify(tool: string, input: unknown): Category[] {
  switch (toolKind(tool)) {
    case 'agent':
      return ['agent'];
    case 'process':
      return ['environment'];
    case 'file':
      return targetsAgent(filePaths(tool, input)) ? ['agent'] : ['environment'];
    case 'shell':
      return classifyCommands(commandsOf(input));
    case 'other': {
      const args = argumentsOf(tool, input);
      const commands = parseArgv(args[0] === tool ? args : [tool, ...args]);
      if (isProgram(tool) || commands.some(isNetworkCall)) return classifyCommands(commands);
      return ['service'];
    }
  }
}

function classifyCommands(commands: readonly SimpleCommand[]): Category[] {
  if (commands.some(isNetworkCall)) return ['environment', 'service'];
  return servesAgent(commands) ? ['agent'] : ['environment'];
}

// one command concerns an agent's files, and the others only change folders or filter its output
function servesAgent(commands: readonly SimpleCommand[]): boolean {
  const about = commands.filter((command) => pathsOf(command).some(isAgentPath));
  const others = commands.filter((command) => !about.includes(command));
  return about.length > 0 && others.every(isBystander);
}

/** Commands that do no work themselves, and how many of their leading operands are not files. */
const BYSTANDERS: Record<string, number> = {
  ...counted('cd pushd popd pwd echo printf true false : test [ set export sleep tr cut', Number.POSITIVE_INFINITY),
  ...counted('grep rg sed awk jq', 1),
  ...counted('head tail sort uniq wc cat less tee xargs', 0),
};

function isBystander({ name, args, files }: SimpleCommand): boolean {
  const skipped = Object.hasOwn(BYSTANDERS, name) ? BYSTANDERS[name] : undefined;
  return skipped !== undefined && ![...operands(args).slice(skipped), ...files].some(looksLikePath);
}

function pathsOf({ name, args, files }: SimpleCommand): string[] {
  // after the starting points of `find` come tests, which often say what to exclude
  const end = name === 'find' ? args.findIndex((arg) => /^[-!(]/.test(arg)) : -1;
  return [...operands(end === -1 ? args : args.slice(0, end)), ...files];
}

const operands = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'));

const looksLikePath = (word: string): boolean => /[/.]/.test(word) && word !== '/dev/null';

function commandsOf(input: unknown): SimpleCommand[] {
  // Codex's local_shell nests its command one level deeper
  const holder = field(input, ['action']);
  const command = commandField(typeof holder === 'object' && holder !== null ? holder : input);
  if (Array.isArray(command)) return parseArgv(plainWords(command));
  return typeof command === 'string' ? parseShell(command) : [];
}

function commandField(input: unknown): unknown {
  if (typeof input === 'string' || Array.isArray(input)) return input;
  // several command lines, not the words of one
  const lines = field(input, ['commands']);
  return Array.isArray(lines) ? plainWords(lines).join('\n') : field(input, COMMAND_FIELDS);
}

// String() of a nested value or one named `toString` can throw
const plainWords = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);

function argumentsOf(tool: string, input: unknown): string[] {
  const args = typeof input === 'string' ? input : field(input, ['args', 'arguments', ...COMMAND_FIELDS]);
  if (Array.isArray(args)) return plainWords(args);
  return typeof args === 'string' ? args.split(/\s+/).filter(Boolean) : filePaths(tool, input);
}

const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

const targetsAgent = (paths: readonly string[]): boolean => paths.length > 0 && paths.every(isAgentPath);

function filePaths(tool: string, input: unknown): string[] {
  const text = typeof input === 'string' ? input : field(input, ['patch', 'patch_text', 'patchText', 'input']);
  if (typeof text === 'string') {
    const patched = [...text.matchAll(PATCHED_FILE)].map((match) => (match[1] as string).trim());
    if (patched.length > 0) return patched;
    if (typeof input === 'string') return input.includes('\n') ? [] : [input];
  }
  const paths = PATH_FIELDS.flatMap((name) => listPaths(field(input, [name])));
  const pattern = /glob/i.test(tool) ? field(input, ['pattern', 'globPattern', 'glob_pattern']) : undefined;
  // the pattern applies below the path
  return typeof pattern === 'string' ? [`${paths[0] ?? ''}/${pattern}`] : paths;
}

function listPaths(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value))
    return value
      .map((item) => (typeof item === 'string' ? item : field(item, ['path', 'file_path'])))
      .filter((path) => typeof path === 'string');
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** The first of these fields that an object has. */
function field(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const name = names.find((candidate) => Object.hasOwn(input, candidate));
  return name === undefined ? undefined : (input as Record<string, unknown>)[name];
}

function counted(names: string, count: number): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name) => [name, count]));
}
