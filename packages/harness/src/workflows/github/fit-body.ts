// GitHub's limit is 65,536 characters; redaction may lengthen the text
const MAX_BODY_CHARS = 60_000;
const CUT = '\n\n(The rest is omitted, because it exceeds the length of a pull request.)\n';

/** Cuts a text at a line end to fit into a pull request. */
export function fitBody(body: string): string {
  if (body.length <= MAX_BODY_CHARS) return body;
  const head = body.slice(0, MAX_BODY_CHARS);
  return `${head.slice(0, Math.max(0, head.lastIndexOf('\n')))}${CUT}`;
}
