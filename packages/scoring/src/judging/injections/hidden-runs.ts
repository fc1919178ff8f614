/**
 * Characters that are not seen, in runs that no script needs: tags outside of a flag, selectors of variants in a row,
 * long runs of joiners and spaces without width. They carry text to a model past every other reader.
 */
const RUN =
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,16})[\u{e0000}-\u{e007f}]{4,}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}|[\u200b-\u200f\u2060-\u2064\ufeff\u180e]{12,}/u;

/** Where such a run starts in a text that was not folded; null where there is none. */
export function findHiddenRun(text: string): number | null {
  const at = text.search(RUN);
  return at === -1 ? null : at;
}
