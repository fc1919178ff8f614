import { parseSource, runGit, type SyntaxNode } from '@assay/detect';
import type { NewName } from './instruction.ts';

interface Texts {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export interface NamesOptions {
  readonly source: readonly Texts[];
  readonly tests: readonly Texts[];
  /** Whether a word occurs anywhere in the seed. */
  readonly isKnown: (word: string) => Promise<boolean>;
}

export interface NewNames {
  /** Those that the tests use. */
  readonly used: readonly NewName[];
  /** Those that only the solution has. */
  readonly own: ReadonlySet<string>;
  /** All names in the changed source files. */
  readonly product: ReadonlySet<string>;
}

/** The names in code that a change introduces. */
export async function findNewNames({ source, tests, isKnown }: NamesOptions): Promise<NewNames> {
  const in_tests = new Set<string>();
  for (const { path, after } of tests) for (const name of await listNames(path, after)) in_tests.add(name);
  const text = tests.map(({ after }) => after).join('\n');
  const used = new Map<string, NewName>();
  const own = new Set<string>();
  const product = new Set<string>();
  for (const { path, before, after } of source) {
    const old = new Set(before.match(WORD) ?? []);
    for (const name of await listNames(path, after)) {
      product.add(name);
      if (old.has(name) || used.has(name) || own.has(name) || (await isKnown(name))) continue;
      if (!in_tests.has(name)) own.add(name);
      else if (!isLocal(name, text)) used.set(name, { name, usage: describeUsage(name, text), path });
    }
  }
  return { used: [...used.values()], own, product };
}

/** Looks up words in the files of a commit. */
export const searchCommit =
  (commit: string, git_dir: string) =>
  async (word: string): Promise<boolean> => {
    const command = ['grep', '--quiet', '--word-regexp', '--fixed-strings', '-e', word, commit];
    return (await runGit(command, { git_dir })).exit_code === 0;
  };

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const SHORTEST = 3;
const QUOTED = /(["'`])(?:\\.|(?!\1)[^\\\n])*\1|\/\/.*|#.*|\/\*[\s\S]*?\*\//g;

async function listNames(path: string, text: string): Promise<ReadonlySet<string>> {
  const parsed = await parseSource(path, text).catch(() => undefined);
  const names = parsed === undefined ? (text.replace(QUOTED, ' ').match(WORD) ?? []) : listIdentifiers(parsed.root);
  return new Set(names.filter((name) => name.length >= SHORTEST));
}

function listIdentifiers(root: SyntaxNode): string[] {
  const names: string[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type.endsWith('identifier') && node.children.length === 0) names.push(node.text);
    waiting.push(...node.children);
  }
  return names;
}

/** Whether tests have a variable of this name, which has nothing to do with the name in the solution. */
function isLocal(name: string, text: string): boolean {
  const pattern = escapePattern(name);
  const declaration = `^[ \\t]*(?:(?:const|let|var)\\s+)?(?:[\\w$]+, ?)*${pattern}(?:, ?[\\w$]+)*\\s*:?=(?![=>])(?!.*(?:require|import)\\b)`;
  return new RegExp(declaration, 'm').test(text) && !new RegExp(`[.@]${pattern}(?![\\w$])`).test(text);
}

const LONGEST_CALL = 500;

/** How a text calls a name, without the values. */
export function describeUsage(name: string, text: string): string {
  const start = new RegExp(`(?<![\\w$])${escapePattern(name)}\\(`).exec(text);
  if (start === null) return name;
  const inner = text.slice(start.index + name.length + 1, start.index + name.length + 1 + LONGEST_CALL);
  const given = splitArguments(inner).map((argument) => {
    const keyword = /^\s*([A-Za-z_]\w*)\s*=(?!=)/.exec(argument)?.[1];
    return keyword === undefined ? '…' : `${keyword}=…`;
  });
  return `${name}(${given.join(', ')})`;
}

/** The arguments up to the closing bracket, split at the outermost commas. */
function splitArguments(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let quote = '';
  let current = '';
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (`"'\``.includes(character)) quote = character;
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character) && --depth < 0) break;
    else if (character === ',' && depth === 0) {
      found.push(current);
      current = '';
      continue;
    }
    current += character;
  }
  return current.trim() === '' ? found : [...found, current];
}

const escapePattern = (text: string): string => text.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&');
