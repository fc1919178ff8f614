import { AssayError } from './assay-error.ts';

/** Parses JSON and rejects duplicate keys, which `JSON.parse` silently drops. */
export function parseStrictJson(text: string): unknown {
  if (text.trim() === '') throw new AssayError('invalid_json', 'expected one JSON document, found nothing');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AssayError('invalid_json', `expected one JSON document: ${(cause as Error).message}`, { cause });
  }
  const duplicate = findDuplicateKey(text);
  if (duplicate !== undefined)
    throw new AssayError('invalid_json', `expected each key once, found ${duplicate} again in the same object`);
  return value;
}

const TOKEN = /"(?:[^"\\]|\\.)*"(?=\s*(:)?)|[{}]/gs;

// the text is valid JSON, so a string followed by a colon is a key of the innermost open object
function findDuplicateKey(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(token);
      const keys = open.at(-1);
      if (keys?.has(key)) return token;
      keys?.add(key);
    }
  }
  return undefined;
}
