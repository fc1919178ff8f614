import type { Category } from '@assay/schema';
import { isAgentPath } from './agent-paths.ts';
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
      const commands = parseArgv([tool, ...argumentsOf(input)]);
      if (isProgram(tool) || commands.some(isNetworkCall)) return classifyCommands(commands);
      return ['service'];
    }
  }
}

function classifyCommands(commands: readonly SimpleCommand[]): Category[] {
  if (commands.some(isNetworkCall)) return ['environment', 'service'];
  return servesAgent(commands) ? ['agent'] : ['environment'];
}

// one command is about an agent's own files, and the others only move around or filter its output
function servesAgent(commands: readonly SimpleCommand[]): boolean {
  const about = commands.filter((command) => pathsOf(command).some(isAgentPath));
  const others = commands.filter((command) => !about.includes(command));
  return (
    about.length > 0 && others.every((command) => BYSTANDERS.has(command.name) && !pathsOf(command).some(looksLikePath))
  );
}

const BYSTANDERS = new Set(
  'cd pwd echo printf true false : test [ set export sleep head tail grep rg sed awk sort uniq wc cut tr jq cat less tee xargs'.split(
    ' ',
  ),
);

const pathsOf = ({ args, files }: SimpleCommand): string[] => [...args.filter((arg) => !arg.startsWith('-')), ...files];

const looksLikePath = (word: string): boolean => /[/.]/.test(word) && word !== '/dev/null';

function commandsOf(input: unknown): SimpleCommand[] {
  const command = typeof input === 'string' || Array.isArray(input) ? input : field(input, COMMAND_FIELDS);
  if (Array.isArray(command)) return parseArgv(command.map(String));
  return typeof command === 'string' ? parseShell(command) : [];
}

function argumentsOf(input: unknown): string[] {
  const args = typeof input === 'string' ? input : field(input, ['args', 'arguments', ...COMMAND_FIELDS]);
  if (Array.isArray(args)) return args.map(String);
  return typeof args === 'string' ? args.split(/\s+/).filter(Boolean) : [];
}

const COMMAND_FIELDS = [
  'command',
  'cmd',
  'commands',
  'script',
  'code',
  'commandLine',
  'command_line',
  'argv',
  'action',
];
const PATH_FIELDS = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'dir_path',
  'directory',
  'target_file',
  'filename',
  'file',
  'uri',
  'paths',
  'files',
  'changes',
];
const PATCHED_FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

const targetsAgent = (paths: readonly string[]): boolean => paths.length > 0 && paths.every(isAgentPath);

function filePaths(tool: string, input: unknown): string[] {
  const text = typeof input === 'string' ? input : field(input, ['patch', 'patch_text', 'patchText', 'input']);
  if (typeof text === 'string') {
    const patched = [...text.matchAll(PATCHED_FILE)].map((match) => match[1] as string);
    if (patched.length > 0) return patched;
    if (typeof input === 'string') return input.includes('\n') ? [] : [input];
  }
  const fields = /glob/i.test(tool) ? [...PATH_FIELDS, 'pattern'] : PATH_FIELDS;
  return fields.flatMap((name) => listPaths(field(input, [name])));
}

function listPaths(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value))
    return value.flatMap((item) => listPaths(typeof item === 'string' ? item : field(item, ['path', 'file_path'])));
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** The first of these fields that an object has. */
function field(input: unknown, names: readonly string[]): unknown {
  if (typeof input !== 'object' || input === null) return undefined;
  const name = names.find((candidate) => Object.hasOwn(input, candidate));
  return name === undefined ? undefined : (input as Record<string, unknown>)[name];
}
