const LONGEST = 300;

/** A text without what differs between sessions: paths, numbers, ids, quotes and letter case. */
export const normalizeText = (text: string): string =>
  text
    .slice(0, 4 * LONGEST)
    .toLowerCase()
    .replace(/\b[0-9a-f]{7,}\b|\b[0-9a-f]{8}-[0-9a-f-]{20,}\b/g, 'ID')
    .replace(/\b[a-z]+:\/\/[^\s'"`)]+/g, 'URL')
    .replace(/(?:[\w.@~+-]*\/)+([\w.@+-]*)/g, (_, name: string) => `PATH${/\.\w{1,5}$/.exec(name)?.[0] ?? ''}`)
    .replace(/\d+(?:\.\d+)*/g, 'N')
    .replace(/["'`“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);

/** A command line for comparing: without leading `cd`, output filters and what differs between sessions. */
export const normalizeCommand = (command: string): string =>
  normalizeText(
    command
      .replace(/^\s*cd\s+[^&;\n]+(?:&&|;)\s*/, '')
      .replace(/\s*(?:2>&1|2>\/dev\/null)/g, '')
      .replace(/\s*\|\s*(?:head|tail|grep|cat|less|wc|sort|sed|awk|tee)\b[^|]*$/g, '')
      .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*$/, '<<$1'),
  );

const STOP_WORDS = new Set(
  'a an and are as at be but by can do does for from have i if in is it its me my not of on or so that the then there this to was we what when which will with you your please just no wrong stop again still should first'.split(
    ' ',
  ),
);

/** The words of a text that carry its meaning. */
export const contentWords = (text: string): ReadonlySet<string> =>
  new Set((normalizeText(text).match(/[\p{L}\p{N}_]{2,}/gu) ?? []).filter((word) => !STOP_WORDS.has(word)));

/** How alike two sets of words are: shared words over all words. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
