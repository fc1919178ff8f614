import { type Command, forEachChild, parse, type Redirection, type SyntaxNode } from 'unbash';

/** A program with its arguments, as the shell would start it, wrappers such as `sudo` and `env` taken off. */
export interface SimpleCommand {
  /** Without its folder: `curl` for `/usr/bin/curl`. */
  readonly name: string;
  readonly args: readonly string[];
  /** Files it is redirected from or to. */
  readonly files: readonly string[];
}

const LONGEST = 256 * 1024;
const DEEPEST = 8;
// a word with more open braces takes the parser quadratic time
const BRACE_BOMB = /(?:\{[^\s{]*){200}/;

/**
 * The commands of a shell script: through pipes, lists, subshells, substitutions, control flow and functions, and
 * through programs that start another. Never throws: of what cannot be parsed, the first word is the command.
 */
export function parseShell(script: string): SimpleCommand[] {
  return commandsOf(script, 0);
}

/** The same for an argument vector, which no shell reads first. */
export function parseArgv(argv: readonly string[]): SimpleCommand[] {
  return unwrap(argv, [], '', 0);
}

function commandsOf(script: string, depth: number): SimpleCommand[] {
  if (depth > DEEPEST || script.length > LONGEST || BRACE_BOMB.test(script)) return firstWord(script);
  const found: SimpleCommand[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Command') found.push(...readCommand(node, depth));
    forEachChild(node, visit);
  };
  try {
    visit(parse(script));
  } catch {
    // the parser promises not to throw; where it breaks that promise, the first word is still known
    return firstWord(script);
  }
  return found.length > 0 ? found : firstWord(script);
}

function firstWord(script: string): SimpleCommand[] {
  const word = /[^\s;&|(){}<>"'`$]+/.exec(script.slice(0, LONGEST))?.[0];
  return word === undefined ? [] : [{ name: baseName(word), args: [], files: [] }];
}

function readCommand({ name, args, redirects }: Command, depth: number): SimpleCommand[] {
  const files = redirects.flatMap((redirect) =>
    redirect.type === 'Redirect' && redirect.target ? [redirect.target.value] : [],
  );
  if (name === undefined) return files.length === 0 ? [] : [{ name: ':', args: [], files }];
  const words = [name.value, ...args.map((arg) => (arg.type === 'Word' ? arg.value : arg.text))];
  return unwrap(words, files, redirects.map(fedText).join('\n'), depth);
}

// what a shell reads from its standard input is a script too
function fedText(redirect: Redirection): string {
  if (redirect.type === 'HereDoc') return redirect.body.text;
  return redirect.type === 'HereString' ? (redirect.target?.value ?? '') : '';
}

/** Programs that start another: which of their options take a value, and how many operands come first. */
const WRAPPERS: Record<string, { valued?: readonly string[]; operands?: number }> = {
  sudo: { valued: ['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T', '-U', '-r', '-t', '--user', '--group'] },
  doas: { valued: ['-u', '-C'] },
  env: { valued: ['-u', '-C', '-S', '--unset', '--chdir'] },
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
};

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'fish', 'su']);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

function unwrap(words: readonly string[], files: readonly string[], fed: string, depth: number): SimpleCommand[] {
  const [first, ...args] = words;
  if (first === undefined || depth > DEEPEST) return [];
  const name = baseName(first);
  const own: SimpleCommand = { name, args, files };
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (wrapper) {
    const inner = unwrap(afterOptions(args, wrapper), files, fed, depth + 1);
    return inner.length > 0 ? inner : [own];
  }
  if (SHELLS.has(name)) {
    const script = scriptArgument(args) ?? fed;
    return script.trim() === '' ? [own] : commandsOf(script, depth + 1);
  }
  if (name === 'eval') return commandsOf(args.join(' '), depth + 1);
  if (name === 'find') return [own, ...findActions(args).flatMap((action) => unwrap(action, [], '', depth + 1))];
  return [own];
}

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

// the argument of -c, also as -lc
function scriptArgument(args: readonly string[]): string | undefined {
  const flag = args.findIndex((arg) => /^-[a-z]*c$/.test(arg) || arg === '--command');
  return flag === -1 ? undefined : args[flag + 1];
}

function findActions(args: readonly string[]): string[][] {
  return args.flatMap((arg, index) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(arg)) return [];
    const rest = args.slice(index + 1);
    const end = rest.findIndex((word) => word === ';' || word === '+');
    return [rest.slice(0, end === -1 ? undefined : end)];
  });
}

const baseName = (word: string): string =>
  word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '');
