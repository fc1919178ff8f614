// controls, format characters (among them all that turn the reading direction), lone surrogates, line separators;
// not line feeds and tabs, and not the joiners that scripts and emoji are spelled with
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Shows what would otherwise act on the text or hide in it. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, (character) => pictureOf(character.codePointAt(0) ?? 0));
}

/** The same on one line, cut where no line is that long. */
export function visibleLine(text: string): string {
  return visible(text.slice(0, LINE_LENGTH)).replace(/\s+/g, ' ').trim();
}

const LINE_LENGTH = 400;
const DELETE = 0x7f;

function pictureOf(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === DELETE) return '␡';
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}
