import { basename, extname } from 'node:path/posix';
import type { Lexicon, Quote } from '../inventory/mask.ts';

/** What is needed to separate code of a language from comments and strings. */
export interface CodeLanguage extends Lexicon {
  readonly id: string;
}

const quote = (mark: string, more: Partial<Quote> = {}): Quote => ({
  open: mark,
  close: mark,
  multiline: mark.length > 1,
  escapes: true,
  ...more,
});

const define = (id: string, parts: Partial<CodeLanguage>): CodeLanguage => ({
  id,
  line_comments: ['//'],
  block_comments: [{ open: '/*', close: '*/' }],
  strings: [quote('"'), quote("'")],
  ...parts,
});

const RAW = { multiline: true, escapes: false };
const HASH: Partial<CodeLanguage> = { line_comments: ['#'], block_comments: [] };

const python = define('python', { ...HASH, strings: [quote('"""'), quote("'''"), quote('"'), quote("'")] });
const javascript = define('javascript', { javascript: true });
const go = define('go', { strings: [quote('"'), quote("'"), quote('`', RAW)] });
const rust = define('rust', { rust: true, strings: [quote('"', { multiline: true })] });
const java = define('java', { strings: [quote('"""'), quote('"'), quote("'")] });
const csharp = define('csharp', {
  strings: [quote('"""', RAW), quote('@"', { close: '"', ...RAW }), quote('"'), quote("'")],
});
const cpp = define('cpp', {});
const swift = define('swift', { strings: [quote('"""'), quote('"')] });
const php = define('php', {
  line_comments: ['//', '#'],
  strings: [quote('"', { multiline: true }), quote("'", { multiline: true })],
});
const ruby = define('ruby', {
  ...HASH,
  comments_start_words: true,
  block_comments: [{ open: '\n=begin', close: '\n=end' }],
  strings: [quote('"', { multiline: true }), quote("'", { multiline: true })],
});
const shell = define('shell', {
  ...HASH,
  comments_start_words: true,
  strings: [quote('"', { multiline: true }), quote("'", RAW)],
});
// no strings: quotes are often apostrophes here
const plain = define('plain', { ...HASH, comments_start_words: true, strings: [] });
const xml = define('xml', { line_comments: [], block_comments: [{ open: '<!--', close: '-->' }], strings: [] });
const json = define('json', { line_comments: [], block_comments: [], strings: [quote('"')] });

const BY_EXTENSION = new Map<string, CodeLanguage>(
  (
    [
      [python, '.py .pyi .pyw .pth'],
      [javascript, '.js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte'],
      [go, '.go'],
      [rust, '.rs'],
      [java, '.java .kt .kts .scala .groovy .gradle'],
      [csharp, '.cs'],
      [cpp, '.c .h .cc .cpp .cxx .hpp .hh .m .mm'],
      [swift, '.swift'],
      [php, '.php'],
      [ruby, '.rb .rake .gemspec'],
      [shell, '.sh .bash .zsh .ksh .bats'],
      [plain, '.yml .yaml .toml .ini .cfg .conf .mk .properties .config .coveragerc .rspec'],
      [xml, '.xml'],
      [json, '.json .mocharc .nycrc'],
    ] as const
  ).flatMap(([language, extensions]) => extensions.split(' ').map((extension) => [extension, language] as const)),
);

const BY_NAME = new Map<string, CodeLanguage>([
  ['Makefile', plain],
  ['makefile', plain],
  ['GNUmakefile', plain],
  ['justfile', plain],
  ['Justfile', plain],
  ['Dockerfile', plain],
  ['.rspec', plain],
  ['.coveragerc', plain],
  ['.mocharc', json],
  ['.nycrc', json],
  ['Jenkinsfile', java],
  ['go.mod', go],
  ['go.work', go],
  ['Rakefile', ruby],
  ['Gemfile', ruby],
]);

/** Whether a file is source code by its name, whatever it contains. */
export const isSource = (path: string): boolean => findCodeLanguage(path, '') !== undefined;

/** The language of a file by its name, or by its first line if it has no extension. */
export function findCodeLanguage(path: string, text: string): CodeLanguage | undefined {
  const name = basename(path);
  const known = BY_NAME.get(name) ?? BY_EXTENSION.get(extname(name).toLowerCase());
  if (known !== undefined || extname(name) !== '') return known;
  const program = /^#!\s*\S*?(?:\/env\s+(?:-S\s+)?)?([\w.]+)(?:\s|$)/.exec(text.slice(0, 200))?.[1] ?? '';
  if (/^(?:ba|da|z|k|a)?sh$/.test(program)) return shell;
  if (/^python/.test(program)) return python;
  if (/^(?:node|deno|bun)$/.test(program)) return javascript;
  return /^ruby/.test(program) ? ruby : undefined;
}
