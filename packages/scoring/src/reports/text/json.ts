const MOST_TRIES = 8;

/** The first JSON object in a text, possibly among other lines, that contains a key and is accepted. */
export function findJson<T>(text: string, key: string, accept: (value: Fields) => T | undefined): T | undefined {
  for (const candidate of listCandidates(text, `"${key}"`)) {
    const accepted = parseObject(candidate, accept);
    if (accepted !== undefined) return accepted;
  }
  return undefined;
}

// other output is on separate lines, so no text is parsed more than twice
function* listCandidates(text: string, marker: string): Generator<string> {
  if (!text.includes(marker)) return;
  let tries = 0;
  for (let from = 0; from < text.length && tries < MOST_TRIES; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const line = text[from] === '{' ? text.slice(from, end) : '';
    if (line.includes(marker)) {
      tries++;
      yield line;
    }
    from = end + 1;
  }
  const start = /^\{[ \t\r]*$/m.exec(text)?.index;
  if (start !== undefined) yield text.slice(start, text.lastIndexOf('}') + 1);
}

export type Fields = Readonly<Record<string, unknown>>;

/** Parses a text as a JSON object; undefined when it is none. */
export function parseObject<T>(text: string, accept: (value: Fields) => T | undefined): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isFields(value) ? accept(value) : undefined;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; empty for anything else. */
export const readObjects = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const readCount = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;

export const readText = (value: unknown): string => (typeof value === 'string' ? value : '');
