import type { SimpleCommand } from '../../interactions/shell.ts';

/**
 * Whether a program is given a script as text that uses nothing but the standard library: it reads or counts
 * something, and does not run the code that the agent works on.
 */
export function readsOnly({ name, args, fed }: SimpleCommand): boolean {
  const language = LANGUAGES.find(({ interpreter }) => interpreter.test(name));
  const flag = args.findIndex((arg) => arg === '-c' || arg === '-e' || arg === '-p' || arg === '--eval');
  const script = flag === -1 ? fed : args[flag + 1];
  if (language === undefined || script === undefined) return false;
  return modulesOf(script.slice(0, LONGEST), language.imports).every((module) => language.standard.has(module));
}

const LONGEST = 20_000;

interface Language {
  readonly interpreter: RegExp;
  /** Each group is a list of modules. */
  readonly imports: RegExp;
  /** Modules that do not run other code. */
  readonly standard: ReadonlySet<string>;
}

const LANGUAGES: readonly Language[] = [
  {
    interpreter: /^(?:python|pypy)[\d.]*$/,
    imports: /(?:^|[\n;])\s*(?:from\s+([\w.]+)\s+import|import\s+([\w., \t]+))/g,
    standard: words(`__future__ argparse ast base64 bisect collections contextlib copy csv dataclasses datetime decimal
      difflib enum fnmatch fractions functools getpass glob gzip hashlib heapq html http inspect io itertools json locale
      logging math numbers operator os pathlib pickle platform pprint queue random re secrets shlex shutil signal socket
      sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit
      tomllib traceback types typing unicodedata urllib uuid warnings wsgiref xml zipfile zlib zoneinfo`),
  },
  {
    interpreter: /^(?:node|bun|deno)$/,
    imports: /\b(?:require|import)\(\s*["'`]([^"'`\n]{1,200})["'`]|\bfrom\s*["']([^"'\n]{1,200})["']/g,
    standard: words('child_process crypto fs fs/promises http https os path process readline stream url util zlib'),
  },
];

const modulesOf = (script: string, imports: RegExp): string[] =>
  [...script.matchAll(imports)]
    .flatMap(([, ...lists]) => lists.find((list) => list !== undefined)?.split(',') ?? [])
    .map((module) => module.trim().replace(/^node:/, ''))
    .map((module) => (/^[\w.]+(?: as \w+)?$/.test(module) ? (module.split(/[. ]/)[0] as string) : module));

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
