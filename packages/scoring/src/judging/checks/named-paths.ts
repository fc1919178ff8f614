import { compileGlobs } from '../../paths/glob.ts';
import { type Check, satisfied, saysOnly, violatedBy } from './check.ts';

const SPAN = '`[^`\\n]{1,200}`';
const BARE = '(?:\\.{0,2}/)?[\\w@.*-]{1,80}(?:/[\\w@.*-]{1,80}){0,20}/?';
const NAME = `(?:${SPAN}|${BARE})`;
const FILLER =
  '(?:(?:the|any|anything|everything|all|files?|folders?|directory|directories|contents?|of|in|inside|under|within|code|module)\\s+){0,4}';

/** A regular expression for a list of paths, such as `a.ts`, `b.ts` and `lib/`; its group captures the paths. */
const PATH_LIST = `${FILLER}(${NAME}(?:(?:,? (?:and|or) |, )${FILLER}${NAME}){0,10})(?: (?:files?|folder|directory))?(?=\\s*(?:[.;:!)](?:\\s|$)|$))`;

/** Matches the paths that a list of words names; undefined when a word is not a path. */
function matchNamedPaths(list: string): ((path: string) => boolean) | undefined {
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

const VERB = '(?:touch|modif|chang|edit|alter|delet|remov|renam|mov)\\w{0,6}';
const FORBIDDEN = new RegExp(
  `\\b(?:do not|don['’]t|did not|didn['’]t|have not|haven['’]t|never|must not|should not|may not|without)\\s+(?:ever\\s+)?${VERB}\\s+${PATH_LIST}`,
  'i',
);
const ONLY = new RegExp(
  `\\b(?:only (?:ever )?(?:have )?${VERB}|${VERB} only|(?:limit|restrict|confine|keep) (?:your |all |the )?(?:changes|edits) to(?: only)?)\\s+(?:files? (?:in|under)\\s+)?${PATH_LIST}`,
  'i',
);
const EXCEPTED = /\b(?:except|unless|other than|apart from|besides|only if|but)\b/i;

/** `Do not change lib/`, and the claim that it was not changed. */
export const forbiddenPaths: Check = ({ text }, facts) => {
  const found = readList(FORBIDDEN, text);
  if (found === undefined || facts.changed_paths === null || ONLY.test(text)) return null;
  const hit = facts.changed_paths.map(({ path }) => path).filter(found.matches);
  if (hit.length > 0) return violatedBy(hit, facts);
  return found.is_all ? satisfied('nothing of that name changed') : null;
};

/** `Only change src/a.ts`, and the claim that nothing else changed. */
export const onlyPaths: Check = ({ text, source }, facts) => {
  const found = readList(ONLY, text);
  if (found === undefined || facts.changed_paths === null) return null;
  const paths = facts.changed_paths.map(({ path }) => path);
  const others = paths.filter((path) => !found.matches(path));
  if (others.length > 0) return violatedBy(others, facts);
  // that nothing changed satisfies a constraint but does not prove a claim
  if (!found.is_all || (paths.length === 0 && source === 'claim')) return null;
  return satisfied(paths.length === 0 ? 'nothing changed' : `${paths.length} changed, all of them named`);
};

function readList(pattern: RegExp, text: string) {
  const [recognized, list] = (EXCEPTED.test(text) ? null : pattern.exec(text)) ?? [];
  const matches = list === undefined ? undefined : matchNamedPaths(list);
  return matches === undefined ? undefined : { matches, is_all: saysOnly(text, recognized ?? '') };
}
