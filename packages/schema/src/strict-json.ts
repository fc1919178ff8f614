import { AssayError } from './assay-error.ts';

/** Parses JSON, and refuses what `JSON.parse` lets pass in silence: a key given twice, of which one would be lost. */
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

// over text that is known to be JSON: strings followed by a colon are keys of the innermost open object
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
