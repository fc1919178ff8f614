/**
 * Invisible characters in runs that no script needs: tags outside a flag, consecutive variation selectors, long runs of
 * joiners and zero-width spaces. They carry text that only a model reads.
 */
const RUN =
  /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,16})[\u{e0000}-\u{e007f}]{4,}|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}|[\u200b-\u200f\u2060-\u2064\ufeff\u180e]{12,}/u;

/** Where such a run starts in unfolded text; null when there is none. */
export function findHiddenRun(text: string): number | null {
  const at = text.search(RUN);
  return at === -1 ? null : at;
}
