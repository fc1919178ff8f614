import { commandLine, parseCommand } from '../../heuristic/call.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';

/** What a command line writes. */
export interface ShellWrites {
  readonly paths: readonly string[];
  /** Whether it also writes files that it does not name. */
  readonly hasUnnamed: boolean;
  /** Position of the last program that writes, among those of the command line. */
  readonly last: number;
}

/** Files whose content the transcript shows, by path. */
export type KnownScripts = ReadonlyMap<string, string>;

/**
 * What a command line writes; null if nothing. Of a command line that failed, the programs before the one that failed
 * did their part: `sed -i … && pytest` changed the file even if a test failed. That is the program that reports an
 * error in `errors`, else the last one. For a command line that succeeded, `errors` is null.
 */
export function readShellWrites(command: string, errors: string | null, scripts: KnownScripts): ShellWrites | null {
  const programs = parseCommand(command);
  const end = errors === null ? programs.length : findFailed(programs, errors);
  const expand = createExpansion(commandLine(command));
  const known = new Map([...scripts, ...writtenScripts(programs, expand)]);
  const writers = programs.flatMap((program, position) => {
    if (position >= end) return [];
    const paths = writtenByProgram(program, scriptsOf(program, known));
    return paths === null ? [] : [{ position, paths }];
  });
  const last = writers.at(-1)?.position;
  if (last === undefined) return null;
  const paths = writers.flatMap(({ paths }) => paths).map(expand);
  return { paths: [...new Set(paths)], hasUnnamed: writers.some(({ paths }) => paths.length === 0), last };
}

const LAST_LINES = 50;

function findFailed(programs: readonly SimpleCommand[], errors: string): number {
  const lines = errors.slice(-LONGEST).split('\n').slice(-LAST_LINES);
  const reporting = programs.findIndex(({ name }) => lines.some((line) => line.startsWith(`${name}: `)));
  return reporting === -1 ? programs.length - 1 : reporting;
}

/** Whether a program of a command line writes files. */
export const writesFiles = (program: SimpleCommand): boolean =>
  writtenByProgram(program, scriptsOf(program, new Map())) !== null;

/** The files that a command line creates with `cat > file <<END` or `tee file <<END`, with their content. */
export function findWrittenScripts(command: string): [path: string, content: string][] {
  return writtenScripts(parseCommand(command), createExpansion(commandLine(command)));
}

function writtenScripts(programs: readonly SimpleCommand[], expand: (path: string) => string): [string, string][] {
  return programs.flatMap(({ name, args, writes = [], fed }) => {
    if (fed === undefined || (name !== 'cat' && name !== 'tee')) return [];
    const paths = [...writes, ...(name === 'tee' ? operandsOf(args) : [])];
    return paths.map((path): [string, string] => [expand(path), fed]);
  });
}

const operandsOf = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'));

/** Paths that one program writes: none for files that it does not name, null if it writes nothing. */
function writtenByProgram(program: SimpleCommand, scripts: readonly string[]): readonly string[] | null {
  const named = [...(program.writes ?? []), ...namedOperands(program), ...scripts.flatMap(writtenByScript)];
  const paths = named.filter((path) => !path.startsWith('/dev/'));
  if (paths.length > 0) return paths;
  return writesUnnamed(program) || scripts.some((script) => WRITES.test(script)) ? [] : null;
}

function namedOperands({ name, args }: SimpleCommand): string[] {
  const operands = operandsOf(args);
  switch (name) {
    case 'sed':
    case 'perl':
      return args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg)) ? operands.slice(1) : [];
    case 'tee':
    case 'truncate':
    case 'rm':
      return operands;
    case 'mv':
    case 'cp':
      return copiedPaths(operands);
    case 'git':
      return restoredByGit(operands, args);
    default:
      return [];
  }
}

// `mv a.md b.md done/` writes done/a.md and done/b.md
function copiedPaths(operands: readonly string[]): string[] {
  const target = operands.at(-1) ?? '';
  const sources = operands.slice(0, -1);
  if (!target.endsWith('/') && sources.length < 2) return operands.slice(-1);
  return sources.map((path) => `${target.replace(/\/+$/, '')}/${path.slice(path.lastIndexOf('/') + 1)}`);
}

// `git checkout -- file`, `git restore file`, `git rm file`
function restoredByGit([subcommand, ...operands]: readonly string[], args: readonly string[]): string[] {
  if (subcommand === 'restore' || subcommand === 'rm') return operands;
  return subcommand === 'checkout' && args.includes('--') ? args.slice(args.indexOf('--') + 1) : [];
}

const writesUnnamed = ({ name, args }: SimpleCommand): boolean =>
  name === 'patch' || (name === 'git' && /^(?:apply|am|cherry-pick|revert)$/.test(args[0] ?? ''));

const INTERPRETER = /^(?:python|pypy)[\d.]*$|^(?:node|deno|bun|ruby|perl|php)$/;

/** The programs that a command passes to an interpreter: after `-c` or `-e`, as standard input, or in a known file. */
function scriptsOf({ name, args, fed }: SimpleCommand, known: KnownScripts): string[] {
  if (!INTERPRETER.test(name)) return [];
  const flag = args.findIndex((arg) => arg === '-c' || arg === '-e' || arg === '--eval');
  const file = operandsOf(args)[0];
  const content = file === undefined ? undefined : known.get(file);
  return [...(flag === -1 ? [] : args.slice(flag + 1, flag + 2)), fed, content].filter((text) => text !== undefined);
}

const WRITES =
  /\bopen\([^\n]{0,200},\s*(?:mode\s*=\s*)?["'][rbt]{0,2}[wax]|\.write_(?:text|bytes)\(|\bwriteFile(?:Sync)?\(|\bFile\.write\(|\bfile_put_contents\(/;
const WRITTEN =
  /\bopen\(\s*["']([^"'\n]{1,300})["']\s*,\s*(?:mode\s*=\s*)?["'][rbt]{0,2}[wax]|\bPath\(\s*["']([^"'\n]{1,300})["']\s*\)\.write_(?:text|bytes)\(|\bwriteFile(?:Sync)?\(\s*["'`]([^"'`\n]{1,300})["'`]/g;

const writtenByScript = (script: string): string[] =>
  [...script.matchAll(WRITTEN)].flatMap((match) => match.slice(1).find((path) => path !== undefined) ?? []);

const ASSIGNMENT = /(?:^|[\n;&]\s*)([A-Za-z_]\w{0,60})=(?:"([^"\n]{0,300})"|'([^'\n]{0,300})'|([^\s;&|]{1,300}))/g;
const LONGEST = 20_000;
const DEEPEST = 4;

/** Replaces variables that the command line sets itself. `$(mktemp)` is a scratch file. */
function createExpansion(line: string): (path: string) => string {
  if (!line.includes('=')) return (path) => path;
  const values = new Map(
    [...line.slice(0, LONGEST).matchAll(ASSIGNMENT)].map(([, name = '', ...parts]): [string, string] => {
      const value = parts.find((part) => part !== undefined) ?? '';
      return [name, /^\$\(mktemp\b/.test(value) ? `/tmp/${name}` : value];
    }),
  );
  return (path) => {
    let expanded = path;
    for (let depth = 0; depth < DEEPEST && expanded.includes('$') && expanded.length < LONGEST; depth++)
      expanded = expanded.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (whole, name: string) => values.get(name) ?? whole);
    return expanded;
  };
}
