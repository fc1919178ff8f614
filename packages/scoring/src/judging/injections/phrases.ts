/** A pattern of phrases in folded text: any of them, wherever it starts, and a space may be the end of a line. */
export function phrases(...alternatives: readonly (string | RegExp)[]): RegExp {
  const sources = alternatives.map((phrase) => (typeof phrase === 'string' ? phrase : phrase.source));
  return new RegExp(sources.join('|').replaceAll(' ', '\\s'), 'g');
}
