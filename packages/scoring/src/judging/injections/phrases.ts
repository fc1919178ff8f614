/** A pattern that matches any of these phrases in folded text; a space also matches a line end. */
export function phrases(...alternatives: readonly (string | RegExp)[]): RegExp {
  const sources = alternatives.map((phrase) => (typeof phrase === 'string' ? phrase : phrase.source));
  return new RegExp(sources.join('|').replaceAll(' ', '\\s'), 'g');
}
