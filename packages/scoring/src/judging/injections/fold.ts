/**
 * Normalizes a text to what its reader perceives: one form per letter, lower case, nothing hidden, no quotes, emphasis
 * or comment marks, identifiers split into words. Lines stay the same, so that locations remain valid.
 */
export function fold(text: string): string {
  return unmask(`\n${text}`)
    .replaceAll('\r\n', '\n')
    .replace(/\\[nrt]|\t/g, ' ')
    .replace(CONTROL, ' . ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[*`"'“”‘’«»\\]|&quot;/g, '')
    .replace(/_|(?<=[a-z])-(?=[a-z0-9])|(?<=[a-z0-9])-(?=[a-z])/g, ' ')
    .replace(LEADER, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .slice(1);
}

/** Removes accents, look-alikes from other alphabets, and invisible characters. */
function unmask(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(MIXED, (word) => word.replace(/[^a-z]/gi, (letter) => LATIN[letter] ?? letter));
}

const NOT_ASCII = /\P{ASCII}/u;
const UNSEEN = /[\p{Cf}\p{M}]|[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A word of Latin and other letters; a word of only other letters belongs to another language. */
const MIXED = /(?=[\p{L}]{0,40}[a-z])(?=[\p{L}]{0,40}\P{ASCII})\p{L}{2,40}/giu;

const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['аеорсухіјѕԁһкмтвнгпӏ', 'aeopcyxijsdhkmtbhrnl'],
    ['АЕОРСУХІЈЅВНКМТ', 'AEOPCYXIJSBHKMT'],
    ['αεορνυικτχμηγ', 'aeopvuiktxunv'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, index) => [letter, to[index] ?? ''])),
);

/** The leading marks of comments, quotations, lists and diff lines. */
const LEADER = /\n[ \t]{0,40}(?:(?:[-+>*#|;%]{1,8}|\/{2,4}|\/\*{1,4}|<!--|rem )[ \t]{0,8}){1,4}/g;

const CONTROL = /(?!\n)\p{Cc}/gu;
