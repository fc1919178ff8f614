// GitHub refuses more than 65,536 characters; what is quoted of a token may grow when it is taken out
const MAX_BODY_CHARS = 60_000;
const CUT = '\n\n(The rest is left out: it is longer than a pull request may be.)\n';

/** A text as long as a pull request may be, cut at the end of a line. */
export function fitBody(body: string): string {
  if (body.length <= MAX_BODY_CHARS) return body;
  const head = body.slice(0, MAX_BODY_CHARS);
  return `${head.slice(0, Math.max(0, head.lastIndexOf('\n')))}${CUT}`;
}
