import { RequestError } from './request-error.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Address {
  readonly base: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly params?: Fields | undefined;
  readonly query?: Fields | undefined;
}

/** The URL of an operation. Parameters are encoded, so each stays one path segment. */
export function buildUrl({ base, path, params = {}, query = {} }: Address): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodePart(name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    // lists are sent as one comma-separated field
    search.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const tail = search.size === 0 ? '' : `?${search}`;
  return `${base}${filled}${tail}`;
}

function encodePart(name: string, value: unknown): string {
  const text = String(value ?? '');
  // URLs resolve `.` and `..` even when encoded
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new RequestError(
      'invalid_input',
      `Expected \`${name}\` to be non-empty text that can be a URL path segment, got ${JSON.stringify(value)}`,
      { path: name },
    );
  }
  return encodeURIComponent(text);
}
