import { isLiteral, tokenize } from '@assay/scoring';
import { defineFamily } from './family.ts';

/** Cases under a key that is there twice: only the last one is used. */
export const repeatedKeys = defineFamily({
  aspect: 'runs',
  judge: ({ gained }) =>
    gained.flatMap((line) => {
      const key = /\{|\bdict\(\[/.test(line.text) ? findRepeated(tokenize(line.text, MOST_TOKENS)) : undefined;
      if (key === undefined) return [];
      const message = `${key} is there twice, so only its last value is used; make sure that no case is lost`;
      return [{ grade: 'review' as const, message, at: line, after: line }];
    }),
});

// long lines are tables of data
const MOST_TOKENS = 4000;

/** A literal key that is twice in one object, or in pairs that become one. */
function findRepeated(tokens: readonly string[]): string | undefined {
  const open: { readonly bracket: string; readonly keys: Set<string> }[] = [];
  for (const [at, token] of tokens.entries()) {
    const [before, next] = [tokens[at - 1] ?? '', tokens[at + 1] ?? ''];
    if (/^[[({]$/.test(token)) {
      const isOfPairs = token === '[' && before === '(' && tokens[at - 2] === 'dict';
      open.push({ bracket: isOfPairs ? 'pairs' : token, keys: new Set() });
    } else if (/^[\])}]$/.test(token)) open.pop();
    const inner = open.at(-1);
    const isKey = inner?.bracket === '{' && /^[{,]$/.test(before) && next === ':';
    const outer = open.at(-2);
    const isFirst = outer?.bracket === 'pairs' && before === '(' && next === ',';
    const keys = isKey ? inner.keys : isFirst ? outer.keys : undefined;
    if (keys === undefined || !isLiteral(token)) continue;
    if (keys.has(token)) return token;
    keys.add(token);
  }
  return undefined;
}
