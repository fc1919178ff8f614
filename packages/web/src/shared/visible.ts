// control and format characters, including those that change text direction, lone surrogates and line separators;
// not line feeds, tabs, or the joiners that scripts and emoji need
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes invisible and control characters visible. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, (character) => pictureOf(character.codePointAt(0) ?? 0));
}

/** The same on one line, with a maximum length. */
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
