import { type Check, satisfied, saysOnly, violatedBy } from './check.ts';
import { matchNamedPaths, PATH_LIST } from './path-words.ts';

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
