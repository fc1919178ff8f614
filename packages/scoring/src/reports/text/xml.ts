/** A tag event; a self-closing tag is opened and then closed. */
export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string };

const DEEPEST = 100;
const MOST_ATTRIBUTES = 100;
const NAME = /[^\s=/<>"'!?&]{1,200}/y;
const ATTRIBUTE = /\s*([^\s=/<>"']{1,200})\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
const TAG_END = /\s*(\/?)>/y;

/** The result of reading: `whole` is false when the document is broken, truncated or uses declarations. */
export interface XmlReading {
  readonly whole: boolean;
  /** Where in the text reading ended or was abandoned. */
  readonly end: number;
}

/**
 * Reads the tags of the document that begins at `from`. Supports no text, no declarations, and only the five named
 * entities and numeric ones: a document with its own declarations is rejected, so that nothing can expand.
 */
export function readXml(text: string, from: number, onEvent: (event: XmlEvent) => void): XmlReading {
  const open: string[] = [];
  let at = from;
  const skipTo = (mark: string): boolean => {
    const found = text.indexOf(mark, at);
    at = found < 0 ? text.length : found + mark.length;
    return found >= 0;
  };
  for (;;) {
    const tag = text.indexOf('<', at);
    if (tag < 0) return { whole: false, end: text.length };
    at = tag + 1;
    const known = skipNonTag();
    if (known === 'skipped') continue;
    if (known === 'broken') return { whole: false, end: at };
    const closes = text[at] === '/';
    if (closes) at++;
    const name = match(NAME)?.[0];
    if (name === undefined) return { whole: false, end: at };
    if (closes) {
      if (open.pop() !== name || match(TAG_END)?.[1] !== '') return { whole: false, end: at };
      onEvent({ kind: 'close', name });
    } else {
      const attributes = readAttributes();
      const ending = match(TAG_END)?.[1];
      if (ending === undefined || open.length >= DEEPEST) return { whole: false, end: at };
      onEvent({ kind: 'open', name, attributes });
      if (ending === '/') onEvent({ kind: 'close', name });
      else open.push(name);
    }
    if (open.length === 0) return { whole: true, end: at };
  }

  function skipNonTag(): 'tag' | 'skipped' | 'broken' {
    for (const [start, end] of NON_TAGS)
      if (text.startsWith(start, at)) {
        at += start.length;
        return skipTo(end) ? 'skipped' : 'broken';
      }
    return text[at] === '!' ? 'broken' : 'tag';
  }

  function readAttributes(): Map<string, string> {
    const attributes = new Map<string, string>();
    while (attributes.size < MOST_ATTRIBUTES) {
      const [, key, double, single] = match(ATTRIBUTE) ?? [];
      if (key === undefined) break;
      attributes.set(key, decode(double ?? single ?? ''));
    }
    return attributes;
  }

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  }
}

const NON_TAGS: readonly (readonly [string, string])[] = [
  ['!--', '-->'],
  ['![CDATA[', ']]>'],
  ['?', '?>'],
];

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const LAST_CHARACTER = 0x10ffff;

const decode = (value: string): string =>
  value.includes('&')
    ? value.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (written, decimal, hexadecimal, name) => {
        if (name !== undefined) return NAMED.get(name) ?? written;
        const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
        return code <= LAST_CHARACTER ? String.fromCodePoint(code) : written;
      })
    : value;
