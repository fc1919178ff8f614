const UNICODE_CLASS = 50;
const MOST_REPEATS = 1000;

/**
 * A rough upper bound of the automaton size of a pattern. Computed from the pattern text, because building a huge
 * automaton must be avoided. A repetition counts its content as often as it may repeat.
 */
export function patternSize(pattern: string): number {
  // per open group: the size before its last atom, and the size of that atom
  const open: { before: number; last: number }[] = [{ before: 1, last: 0 }];
  const top = () => open.at(-1) as { before: number; last: number };
  const atom = (size: number) => {
    const group = top();
    group.before += group.last;
    group.last = size;
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] as string;
    if (character === '\\') {
      at += 1;
      atom(/[pP]/.test(pattern[at] ?? '') ? UNICODE_CLASS : 1);
    } else if (character === '[') {
      const end = endOfClass(pattern, at);
      atom(1 + UNICODE_CLASS * countUnicode(pattern.slice(at, end)));
      at = end;
    } else if (character === '(') {
      open.push({ before: 2, last: 0 });
    } else if (character === ')') {
      if (open.length === 1) continue;
      const { before, last } = open.pop() as { before: number; last: number };
      atom(before + last);
    } else if (character === '{') {
      const [whole, from, to] = /^\{(\d{1,5})(?:,(\d{0,5}))?\}/.exec(pattern.slice(at, at + 16)) ?? [];
      if (whole === undefined) {
        atom(1);
        continue;
      }
      // each optional repetition needs a fork too
      const times = Math.min(Math.max(Number(from), Number(to || 0), 1), MOST_REPEATS);
      const group = top();
      group.last = (group.last + 1) * (times + 1);
      at += whole.length - 1;
    } else if ('*+?|'.includes(character)) {
      top().last += 1;
    } else atom(1);
  }
  return open.reduce((sum, { before, last }) => sum + before + last, 0);
}

// a class may begin with a closing bracket
function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at += 1;
  if (pattern[at] === ']') at += 1;
  for (; at < pattern.length && pattern[at] !== ']'; at++) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern.startsWith('[:', at)) at = Math.max(pattern.indexOf(':]', at + 2) + 1, at);
  }
  return at;
}

const countUnicode = (text: string): number => text.match(/\\[pP]/g)?.length ?? 0;
