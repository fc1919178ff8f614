import { type Command, forEachChild, parse, type Redirection, type SyntaxNode } from 'unbash';

/** A program with its arguments, as the shell would start it, without wrappers such as `sudo` and `env`. */
export interface SimpleCommand {
  /** Without its folder: `curl` for `/usr/bin/curl`. */
  readonly name: string;
  readonly args: readonly string[];
  /** Files it is redirected from or to. */
  readonly files: readonly string[];
  /** Files among them that its output goes to; absent without any. */
  readonly writes?: readonly string[];
  /** Its standard input, if the script contains it. */
  readonly fed?: string;
}

const DEEPEST = 8;
// the longest argument that Linux allows, so the longest script of `bash -c`
const LONGEST = 128 * 1024;
// characters times nesting, which bounds the parser's time to a fraction of a second
const MOST_WORK = 2 * 1024 * 1024;
const LONGEST_WORD = 4096;

/** Nesting depth of a script, and the work left for all scripts. */
interface Scope {
  readonly depth: number;
  readonly budget: { work: number };
}

/**
 * The commands of a shell script: in pipes, lists, subshells, substitutions, control flow and functions, and those
 * started by other programs. Never throws: if a script cannot be parsed, its first word is the command.
 */
export function parseShell(script: string): SimpleCommand[] {
  return commandsOf(script, outermost());
}

/** Like `parseShell`, for an argument vector that no shell parses. */
export function parseArgv(argv: readonly string[]): SimpleCommand[] {
  return unwrap({ words: argv, files: [], fed: '' }, outermost());
}

// nested scripts are parsed at every level, so without a shared budget the time is exponential
const outermost = (): Scope => ({ depth: 0, budget: { work: MOST_WORK } });

const inside = ({ depth, budget }: Scope): Scope => ({ depth: depth + 1, budget });

function commandsOf(script: string, scope: Scope): SimpleCommand[] {
  if (scope.depth > DEEPEST || script.length > LONGEST) return firstWord(script);
  scope.budget.work -= script.length * (1 + nesting(script));
  if (scope.budget.work < 0) return firstWord(script);
  const found: SimpleCommand[] = [];
  const visit = (node: SyntaxNode): void => {
    for (const command of readNode(node, scope)) found.push(command);
    forEachChild(node, visit);
  };
  try {
    const parsed = parse(script.replaceAll('\r\n', '\n'));
    visit(parsed);
    // a script with only assignments, arithmetic or comments has no command and is no error
    return found.length > 0 || parsed.errors === undefined || parsed.errors.length === 0 ? found : firstWord(script);
  } catch {
    // the parser should not throw; if it does, the first word is still known
    return firstWord(script);
  }
}

// ignores quotes: it only has to detect deeply nested scripts
const nesting = (script: string): number =>
  deepest(script, /[()]/g) + deepest(script, /[{}]/g) + deepest(script, /[[\]]/g);

function deepest(script: string, brackets: RegExp): number {
  let [open, most] = [0, 0];
  for (const [bracket] of script.matchAll(brackets)) {
    open = '({['.includes(bracket) ? open + 1 : Math.max(0, open - 1);
    most = Math.max(most, open);
  }
  return most;
}

function firstWord(script: string): SimpleCommand[] {
  const word = /[^\s;&|(){}<>"'`$]+/.exec(script.slice(0, LONGEST_WORD))?.[0];
  return word === undefined ? [] : [{ name: baseName(word), args: [], files: [] }];
}

function readNode(node: SyntaxNode, scope: Scope): SimpleCommand[] {
  if (node.type === 'Command') return readCommand(node, scope);
  // the redirections of a loop, a group or a subshell
  return node.type === 'Redirected' ? openFiles(redirectedFiles(node.redirects)) : [];
}

function readCommand({ name, args, redirects }: Command, scope: Scope): SimpleCommand[] {
  const opened = redirectedFiles(redirects);
  if (name === undefined) return openFiles(opened);
  const words = [name.value, ...args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text))];
  return unwrap({ words, ...opened, fed: redirects.map(fedText).join('\n') }, scope);
}

type OpenedFiles = Pick<SimpleCommand, 'files' | 'writes'>;

const openFiles = ({ files, writes }: OpenedFiles): SimpleCommand[] =>
  files.length === 0 ? [] : [{ name: ':', args: [], files, ...(writes && { writes }) }];

function redirectedFiles(redirects: readonly Redirection[]): OpenedFiles {
  const opened = redirects.flatMap((redirect) => {
    if (redirect.type !== 'Redirect' || redirect.target === undefined) return [];
    // 2>&1 and 2>&- name a descriptor
    const isDescriptor = redirect.operator.endsWith('&') && /^(\d+-?|-)$/.test(redirect.target.value);
    return isDescriptor ? [] : [{ path: redirect.target.value, isWritten: redirect.operator.includes('>') }];
  });
  const writes = opened.filter(({ isWritten }) => isWritten).map(({ path }) => path);
  return { files: opened.map(({ path }) => path), ...(writes.length > 0 && { writes }) };
}

// standard input of a shell is a script too
function fedText(redirect: Redirection): string {
  if (redirect.type === 'HereDoc') return redirect.body.text;
  return redirect.type === 'HereString' ? (redirect.target?.value ?? '') : '';
}

/** Programs that start another: which of their options take a value, and how many operands come first. */
const WRAPPERS: Record<string, { valued?: readonly string[]; operands?: number }> = {
  sudo: { valued: ['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-U', '-r', '-t', '--user', '--group'] },
  doas: { valued: ['-u', '-C'] },
  env: { valued: ['-u', '-C', '--unset', '--chdir'] },
  xargs: { valued: ['-a', '-d', '-E', '-I', '-L', '-n', '-P', '-s', '--max-args', '--max-procs', '--delimiter'] },
  timeout: { valued: ['-s', '-k', '--signal', '--kill-after'], operands: 1 },
  nice: { valued: ['-n', '--adjustment'] },
  ionice: { valued: ['-c', '-n', '-p'] },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  watch: { valued: ['-n', '--interval'] },
  time: { valued: ['-f', '-o'] },
  chroot: { operands: 1 },
  strace: { valued: ['-e', '-o', '-p', '-s'] },
  npx: { valued: ['-p', '--package'] },
  bunx: {},
  uvx: { valued: ['--from', '--with'] },
  command: {},
  builtin: {},
  exec: { valued: ['-a'] },
  nohup: {},
  setsid: {},
  unbuffer: {},
  caffeinate: {},
  busybox: {},
  unshare: {},
  flock: { valued: ['-w', '-E', '--timeout'], operands: 1 },
  parallel: { valued: ['-j', '-n', '--jobs'] },
  sshpass: { valued: ['-p', '-f', '-d'] },
};

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'su']);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

interface Invocation extends OpenedFiles {
  readonly words: readonly string[];
  /** Its standard input, if the script contains it. */
  readonly fed: string;
}

function unwrap({ words, fed, ...opened }: Invocation, scope: Scope): SimpleCommand[] {
  const [first, ...args] = words;
  if (first === undefined || scope.depth > DEEPEST) return [];
  const name = baseName(first);
  const own: SimpleCommand = { name, args, ...opened, ...(fed.trim() !== '' && { fed }) };
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (wrapper && !isLookup(own)) {
    const started = afterOptions(args, wrapper);
    // a whole command line in one word, as accepted by `watch` and `env -S`
    if (/^[^$`<>]*\s/.test(started[0] ?? ''))
      return [...commandsOf(started.join(' '), inside(scope)), ...openFiles(opened)];
    const inner = unwrap({ words: started, ...opened, fed }, inside(scope));
    return inner.length > 0 ? inner : [own];
  }
  if (SHELLS.has(name)) {
    const script = scriptArgument(own) ?? (hasScriptFile(own) ? '' : fed);
    return script.trim() === '' ? [own] : [...commandsOf(script, inside(scope)), ...openFiles(opened)];
  }
  if (name === 'eval') return [...commandsOf(args.join(' '), inside(scope)), ...openFiles(opened)];
  if (name === 'find') return [own, ...findActions(args).flatMap((action) => unwrap(action, inside(scope)))];
  return [own];
}

// `command -v curl` locates curl and does not start it
const isLookup = ({ name, args }: SimpleCommand): boolean => name === 'command' && /^-p?[vV]/.test(args[0] ?? '');

function afterOptions(
  args: readonly string[],
  { valued = [], operands = 0 }: { valued?: readonly string[]; operands?: number },
): string[] {
  let index = 0;
  while (index < args.length) {
    const arg = args[index] as string;
    if (arg === '--') {
      index++;
      break;
    }
    if (!arg.startsWith('-') && !ASSIGNMENT.test(arg)) break;
    index += valued.includes(arg) ? 2 : 1;
  }
  return args.slice(index + operands);
}

const SHELL_VALUED = ['-o', '+o', '-O', '+O', '--rcfile', '--init-file'];

// the first operand after -c, also as -lc; what follows a script file are arguments of that script
function scriptArgument({ name, args }: SimpleCommand): string | undefined {
  const flag = args.findIndex((arg) => /^-[a-z]*c$/.test(arg) || arg === '--command');
  if (flag === -1) return undefined;
  if (name === 'su') return args[flag + 1];
  const operand = firstOperand(args);
  return operand > flag ? args[operand] : undefined;
}

// the operand of `su` is a user, and those of `bash -s` are arguments
const hasScriptFile = ({ name, args }: SimpleCommand): boolean =>
  name !== 'su' && !args.includes('-s') && firstOperand(args) < args.length;

function firstOperand(args: readonly string[]): number {
  let index = 0;
  while (index < args.length && /^[-+]/.test(args[index] as string)) {
    // -euo pipefail
    const isValued = SHELL_VALUED.includes(args[index] as string) || /^-[a-z]+o$/.test(args[index] as string);
    index += isValued ? 2 : 1;
  }
  return index;
}

function findActions(args: readonly string[]): Invocation[] {
  const found: Invocation[] = [];
  for (let index = 0; index < args.length; index++) {
    if (!/^-(exec|execdir|ok|okdir)$/.test(args[index] as string)) continue;
    const start = index + 1;
    while (index + 1 < args.length && !/^[;+]$/.test(args[index + 1] as string)) index++;
    found.push({ words: args.slice(start, index + 1), files: [], fed: '' });
  }
  return found;
}

const baseName = (word: string): string =>
  word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '');
