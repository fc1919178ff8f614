import { isName, tokenize } from '@assay/scoring';
import { isImport, type Line } from '../inventory/outline.ts';

// each lost line is compared with each gained one of the same shape
const MOST_LINES = 2000;

/** Names that only one side of the tests declares, or that left the product. */
export interface Declared {
  readonly gone: ReadonlySet<string>;
  readonly come: ReadonlySet<string>;
}

/** Lost lines with the names of the gained ones, where names were replaced one to one. */
export function rename(lost: readonly Line[], gained: readonly Line[], declared: Declared): Line[] {
  if (lost.length === 0 || gained.length === 0 || lost.length > MOST_LINES) return [...lost];
  const names = alignNames(lost, gained, declared);
  // a function of the tests in place of one from elsewhere is another one
  for (const [old, young] of names) if (declared.come.has(young) && !declared.gone.has(old)) names.delete(old);
  if (names.size === 0) return [...lost];
  const replace = (text: string): string => text.replace(NAME, (name) => names.get(name) ?? name);
  return lost.map((line) => ({ ...line, text: replace(line.text), guards: line.guards.map(replace) }));
}

// not a member: `t.Errorf` and `t.Logf` are not two names of one thing
const NAME = /(?<![\w$"'.])[\p{L}_$][\p{L}\p{N}_$]*/gu;

function alignNames(lost: readonly Line[], gained: readonly Line[], { gone }: Declared): Map<string, string> {
  const shapes = Map.groupBy(gained, ({ text }) => shapeOf(text));
  const forward = new Map<string, string>();
  const back = new Map<string, string>();
  const refused = new Set<string>();
  const kept = new Set(gained.flatMap(({ text }) => tokenize(text)));
  for (const line of lost) {
    // what else uses a name says whether it is only another name
    if (isModule(line) || isImport(line)) continue;
    const match = shapes.get(shapeOf(line.text))?.shift();
    if (match === undefined) continue;
    const now = tokenize(match.text);
    const was = tokenize(line.text);
    for (const [at, old] of was.entries()) {
      const young = now[at] ?? '';
      if (old === young || !isName(old)) continue;
      // another function of the language or a library is another one, such as `any` in place of `all`
      if (was[at - 1] === '.' || (was[at + 1] === '(' && !line.declares && !gone.has(old))) refused.add(old);
      // a name that is still used was not replaced, and two names that became one are not a renaming
      if (kept.has(old) || (forward.get(old) ?? young) !== young || (back.get(young) ?? old) !== old) refused.add(old);
      forward.set(old, young);
      back.set(young, old);
    }
  }
  for (const name of refused) forward.delete(name);
  return forward;
}

// names another file, which is not the same under another name
const isModule = ({ text }: Line): boolean => /^(?:pub )?mod \w+$/.test(text);

const shapeOf = (text: string): string =>
  tokenize(text)
    .map((token) => (isName(token) ? '$' : token))
    .join(' ');
