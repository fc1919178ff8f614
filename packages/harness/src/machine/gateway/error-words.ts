import { at, type Json, text } from '@assay/schema/json';

const LONGEST_WORDS = 300;

/** What a model service says of an error, in the forms of Anthropic, OpenAI and Gemini; null where it says nothing. */
export function readErrorWords(body: string): string | null {
  const found = parse(body);
  const record = Array.isArray(found) ? (found[0] as Json) : found;
  const error = at(record, 'error');
  const message = text(at(error, 'message')) ?? text(error) ?? text(at(record, 'message')) ?? plainText(body);
  // OpenAI tells some causes by their code alone
  const code = text(at(error, 'code'));
  const words = [message, code === undefined || message?.includes(code) ? undefined : `(${code})`];
  const told = words
    .filter((part) => part !== undefined)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (told === '') return null;
  return told.length > LONGEST_WORDS ? `${told.slice(0, LONGEST_WORDS - 1)}…` : told;
}

function parse(body: string): Json {
  try {
    return JSON.parse(body);
  } catch {
    // a page of a proxy, or a body that was cut off
    return undefined;
  }
}

const plainText = (body: string): string | undefined => (/^\s*[<{[]/.test(body) ? undefined : body);
