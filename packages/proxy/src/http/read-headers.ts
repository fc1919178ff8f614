import { validateHeaderName, validateHeaderValue } from 'node:http';
import { AssayError } from '@assay/schema';
import { readVariable } from '../environment.ts';

/** The environment variable for the headers of an installed entry: process lists show arguments but not variables. */
export const HEADERS_VARIABLE = 'ASSAY_PROXY_HEADERS';

/** Headers from `--header 'Name: value'`, which override those of the environment. */
export function readHeaders(given: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>(Object.entries(readHeadersVariable()));
  for (const text of given) {
    const colon = text.indexOf(':');
    const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    headers.set(name, text.slice(colon + 1).trim());
  }
  for (const [name, value] of headers) refuseInvalid(name, value);
  return Object.fromEntries(headers);
}

function readHeadersVariable(): Record<string, string> {
  const text = readVariable(HEADERS_VARIABLE);
  if (text === undefined || text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string'))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
  } catch {
    // reported below
  }
  throw new AssayError(
    'usage',
    `expected ${HEADERS_VARIABLE} to be a JSON object with text values, found something else`,
  );
}

function refuseInvalid(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (cause) {
    // never the value: it is usually a secret
    throw new AssayError(
      'usage',
      `expected --header 'Name: value', found an invalid name or value for the header ${name}`,
      {
        cause,
      },
    );
  }
}
