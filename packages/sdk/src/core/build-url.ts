import { RequestError } from './request-error.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Address {
  readonly base: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly params?: Fields | undefined;
  readonly query?: Fields | undefined;
}

/** The address of an operation. What is put into it stays one part of it, whatever it is made of. */
export function buildUrl({ base, path, params = {}, query = {} }: Address): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodePart(name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    // a field stands in an address once
    search.append(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const tail = search.size === 0 ? '' : `?${search}`;
  return `${base}${filled}${tail}`;
}

function encodePart(name: string, value: unknown): string {
  const text = String(value ?? '');
  // `.` and `..` are steps in an address, also when they are encoded
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed()) {
    throw new RequestError(
      'invalid_input',
      `Expected \`${name}\` to be text that can be part of an address, got ${JSON.stringify(value)}`,
      { path: name },
    );
  }
  return encodeURIComponent(text);
}
