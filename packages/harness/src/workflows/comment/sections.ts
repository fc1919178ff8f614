const MARK = '<!-- assay -->';
const HEADING = '## Assay';

/** Whether a comment is one of ours. */
export const isAssayComment = (body: string): boolean => body.startsWith(MARK);

/** A comment with one section per command: replaces the section of this name and keeps the others. */
export function putSection(body: string | null, { name, content }: { name: string; content: string }): string {
  const sections = new Map(body === null ? [] : readSections(body));
  sections.set(name, content.replaceAll('<!--', '<! --').trim());
  const written = [...sections]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, text]) => `${opening(key)}\n${text}\n${CLOSING}`);
  return [MARK, HEADING, ...written, ''].join('\n\n');
}

const CLOSING = '<!-- end -->';
const opening = (name: string): string => `<!-- assay:${name} -->`;

const readSections = (body: string): [string, string][] =>
  Array.from(body.matchAll(/<!-- assay:([a-z]+) -->\n([\s\S]*?)\n<!-- end -->/g), ([, name, text]) => [
    name as string,
    text as string,
  ]);
