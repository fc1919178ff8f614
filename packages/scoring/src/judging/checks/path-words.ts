import { compileGlobs } from '../../paths/glob.ts';

const SPAN = '`[^`\\n]{1,200}`';
const BARE = '(?:\\.{0,2}/)?[\\w@.*-]{1,80}(?:/[\\w@.*-]{1,80}){0,20}/?';
const NAME = `(?:${SPAN}|${BARE})`;
const FILLER =
  '(?:(?:the|any|anything|everything|all|files?|folders?|directory|directories|contents?|of|in|inside|under|within|code|module)\\s+){0,4}';

/** A regular expression for a list of paths, such as `a.ts`, `b.ts` and `lib/`; its group captures the paths. */
export const PATH_LIST = `${FILLER}(${NAME}(?:(?:,? (?:and|or) |, )${FILLER}${NAME}){0,10})(?: (?:files?|folder|directory))?(?=\\s*(?:[.;:!)](?:\\s|$)|$))`;

/** Matches the paths that a list of words names; undefined when a word is not a path. */
export function matchNamedPaths(list: string): ((path: string) => boolean) | undefined {
  const names = (list.match(new RegExp(NAME, 'g')) ?? []).filter((name) => !CONNECTIVE.has(name));
  const plain = names.map((name) => name.replace(/^`|`$/g, '').replace(/^\.\//, '').replace(/\.$/, ''));
  if (plain.length === 0 || !plain.every(isPath)) return undefined;
  const matchers = plain.map(matcher);
  return (path) => matchers.some((matches) => matches(path));
}

const CONNECTIVE: ReadonlySet<string> = new Set(
  'and or the any anything everything all file files folder folders directory directories content contents of in inside under within code module'.split(
    ' ',
  ),
);

// `lib/`, `src/a.ts`, `README.md`, `*.json`; not functions, names or versions
const isPath = (name: string): boolean =>
  /^[^\s()<>:"'`]+$/.test(name) && (name.includes('/') || /\.[a-z]\w{0,9}$/i.test(name)) && !name.includes('://');

function matcher(name: string): (path: string) => boolean {
  const folder = name.replace(/\/(?:\*{1,2})?$/, '');
  if (/[*?[]/.test(folder)) return compileGlobs([name, `*/${name}`]);
  return (path) =>
    path === folder ||
    path.startsWith(`${folder}/`) ||
    // a name without a folder matches in any folder
    (!folder.includes('/') && path.endsWith(`/${folder}`));
}
