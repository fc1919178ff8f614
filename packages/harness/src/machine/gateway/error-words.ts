import { at, type Json, text } from '@assay/schema/json';

const LONGEST_WORDS = 300;

/** The error message of a model service in the formats of Anthropic, OpenAI and Gemini; null without one. */
export function readServiceErrorMessage(body: string): string | null {
  const found = parse(body);
  const record = Array.isArray(found) ? (found[0] as Json) : found;
  const error = at(record, 'error');
  const message = text(at(error, 'message')) ?? text(error) ?? text(at(record, 'message')) ?? plainText(body);
  // OpenAI reports some causes only by code
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
    // a proxy's page, or a truncated body
    return undefined;
  }
}

const plainText = (body: string): string | undefined => (/^\s*[<{[]/.test(body) ? undefined : body);
