/** Encoded text and its decoded content. */
export interface Decoded {
  readonly at: number;
  readonly text: string;
  /** Follows `in` in the message. */
  readonly disguise: string;
}

/** Decodes text hidden in common encodings, reversed, in rotated letters, or in invisible characters. */
export function* decode(text: string): Generator<Decoded> {
  for (const { pattern, disguise, read } of ENCODINGS)
    for (const match of text.matchAll(pattern)) {
      const decoded = read(match[0].slice(0, LONGEST));
      if (decoded !== null) yield { at: match.index, text: decoded, disguise };
    }
  const figures = text.search(FIGURES_FOR_LETTERS);
  if (figures !== -1)
    yield { at: figures, text: text.replace(/[013457@$]/g, letterOf), disguise: 'digits for letters' };
  const turned = text.search(ROTATED_WORD);
  if (turned !== -1) yield { at: turned, text: rotate(text), disguise: 'rotated letters' };
  const backwards = text.search(BACKWARD_WORD);
  if (backwards !== -1) yield { at: backwards, text: reverse(text), disguise: 'reversed letters' };
}

/** Limit per encoded stretch: what sways a judge is near its start, or in a separate stretch. */
const LONGEST = 8000;

interface Encoding {
  readonly pattern: RegExp;
  readonly disguise: string;
  readonly read: (match: string) => string | null;
}

const codes = (match: string, unit: RegExp, radix: number): string =>
  Array.from(match.matchAll(unit), ([, digits = '']) => characterOf(Number.parseInt(digits, radix))).join('');

const ENCODINGS: readonly Encoding[] = [
  { pattern: /[\w+/-]{24,}(?:\r?\n[\w+/-]{4,})*={0,2}/g, disguise: 'base64', read: readBase64 },
  {
    pattern: /(?:[0-9a-f]{2}[ ,:]?){16,}/gi,
    disguise: 'hexadecimal',
    read: (match) => printable(codes(match, /([0-9a-f]{2})/gi, 16)),
  },
  {
    pattern: /(?:(?:\\u\{?0{0,4}|\\x|%|0x|&#x0{0,4})[0-9a-f]{2}[};, ]{0,2}[^\\%&\n]{0,2}){6,}/gi,
    disguise: 'escapes',
    read: (match) =>
      printable(
        match.replace(/(?:\\u\{?0{0,4}|\\x|%|0x|&#x0{0,4})([0-9a-f]{2})[};,]?/gi, (_, digits: string) =>
          characterOf(Number.parseInt(digits, 16)),
        ),
      ),
  },
  {
    pattern: /(?:&#\d{2,5};? ?){6,}/g,
    disguise: 'entities',
    read: (match) => printable(codes(match, /&#(\d{2,5})/g, 10)),
  },
  {
    pattern: /[\u{e0020}-\u{e007e}]{4,}/gu,
    disguise: 'invisible characters',
    read: (match) => Array.from(match, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join(''),
  },
  {
    pattern: /(?<![a-z])(?:[a-z][ .-]{1,3}){5,400}[a-z](?![a-z])/gi,
    disguise: 'spaced letters',
    read: (match) => match.replace(/[ .-](?=[a-z](?:[ .-]|$))/gi, ''),
  },
  {
    pattern: /\u202e[^\u202c\n]{8,}/g,
    disguise: 'reversed letters',
    read: reverse,
  },
];

const characterOf = (code: number): string => (code < 0x20 ? ' ' : String.fromCodePoint(Math.min(code, 0x10ffff)));

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

// decode the start first: most long words in code are not base64 text
function readBase64(match: string): string | null {
  return fromBase64(match.slice(0, 24)) === null ? null : fromBase64(match);
}

function fromBase64(match: string): string | null {
  let [bits, held, text] = [0, 0, ''];
  for (const character of match.replaceAll('-', '+').replaceAll('_', '/')) {
    const value = BASE64.indexOf(character);
    if (value === -1) continue;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    text += characterOf((bits >> held) & 0xff);
  }
  return printable(text);
}

/** The text if it consists of letters and spaces; null for decoded garbage. */
function printable(text: string): string | null {
  const letters = text.match(/[a-z ]/gi)?.length ?? 0;
  return letters >= 0.7 * text.length && text.includes(' ') ? text : null;
}

// a grading word that contains at least one digit
const FIGURES_FOR_LETTERS =
  /\b(?=[a-z@$]{0,12}[013457@$])(?:gr[a4@]d[e3]rs?|judg[e3]|v[e3]rd[i1]c[t7]|[i1]n[s5$][t7]ruc[t7][i1][o0]n[s5$]|[e3]v[a4@]lu[a4@][t7][o0]r|[s5$]c[o0]r[e3]|m[a4@]rk[s5$])\b/i;
const letterOf = (figure: string): string => 'oieast'['013457'.indexOf(figure)] ?? (figure === '@' ? 'a' : 's');

// grading words in ROT13, and reversed
const ROTATED_WORD = /\b(?:tenqre|whqtr|ireqvpg|vafgehpgvbaf|rinyhngbe|fpber|znexf)\b/i;
const BACKWARD_WORD = /\b(?:redarg|egduj|tcidrev|snoitcurtsni|rotaulave|erocs|skram)\b/i;

const rotate = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter >= 'a' ? 97 : 65;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

function reverse(text: string): string {
  return text
    .split('\n')
    .map((line) => Array.from(line).toReversed().join(''))
    .join('\n');
}
