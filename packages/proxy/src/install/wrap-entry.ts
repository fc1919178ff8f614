import { basename } from 'node:path';
import { HEADERS_VARIABLE } from '../http/read-headers.ts';

/** A server entry of a client configuration. */
export type Entry = Readonly<Record<string, unknown>>;

/** The command that starts the proxy, with its options. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

type Wrapped =
  | { readonly entry: Entry }
  /** Why the entry is not changed. */
  | { readonly reason: string };

const PROGRAMS = new Set(['assay', 'assay.js', 'main.js', 'main.ts']);

/** Puts the proxy in front of a server; every other field stays. */
export function wrapEntry(entry: Entry, launch: Launch, isNamed: boolean): Wrapped {
  if (findProxy(entry) !== undefined) return { reason: 'the proxy is already installed' };
  if (typeof entry['command'] === 'string') {
    const args = entry['args'] ?? [];
    if (!isTexts(args)) return { reason: 'expected its args to be a list of strings' };
    return { entry: { ...entry, command: launch.command, args: [...launch.args, '--', entry['command'], ...args] } };
  }
  if (typeof entry['url'] !== 'string') return { reason: 'expected a command or a url' };
  return wrapUrl(entry, launch, isNamed);
}

function wrapUrl(entry: Entry, launch: Launch, isNamed: boolean): Wrapped {
  const { url, headers, type, ...rest } = entry;
  if (type === 'sse')
    return { reason: 'it uses the old transport with two URLs (SSE), which the proxy does not support' };
  if (headers !== undefined && !isTextsByName(headers))
    return { reason: 'expected its headers to be an object with text values' };
  if (headers === undefined && !isNamed)
    return {
      reason: 'it has no headers and may sign in by itself, which the proxy cannot do; name it to wrap it anyway',
    };
  const env = rest['env'];
  if (env !== undefined && !isTextsByName(env)) return { reason: 'expected its env to be an object with text values' };
  return {
    entry: {
      ...(type === undefined ? {} : { type: 'stdio' }),
      command: launch.command,
      args: [...launch.args, '--url', url as string],
      ...rest,
      ...(headers === undefined ? {} : { env: { ...env, [HEADERS_VARIABLE]: JSON.stringify(headers) } }),
    },
  };
}

/** Removes the proxy from an entry; undefined if there is none. */
export function unwrapEntry(entry: Entry): Entry | undefined {
  const own = findProxy(entry);
  if (own === undefined) return undefined;
  const end = own.indexOf('--');
  if (end !== -1) {
    const [command, ...args] = own.slice(end + 1);
    return command === undefined ? undefined : { ...entry, command, args };
  }
  const url = own[own.indexOf('--url') + 1];
  if (!own.includes('--url') || url === undefined) return undefined;
  return unwrapUrl(entry, url);
}

function unwrapUrl({ command: _command, args: _args, type, env, ...rest }: Entry, url: string): Entry {
  const { [HEADERS_VARIABLE]: headers, ...others } = (env ?? {}) as Record<string, string>;
  return {
    ...(type === undefined ? {} : { type: 'http' }),
    url,
    ...(headers === undefined ? {} : { headers: JSON.parse(headers) }),
    ...rest,
    ...(Object.keys(others).length === 0 ? {} : { env: others }),
  };
}

/** The arguments after `proxy` in an entry that starts the proxy. */
function findProxy({ command, args }: Entry): readonly string[] | undefined {
  if (typeof command !== 'string' || !isTexts(args)) return undefined;
  const words = [command, ...args];
  const end = words.indexOf('--');
  const own = end === -1 ? words : words.slice(0, end);
  const at = own.findIndex((word, index) => word === 'proxy' && PROGRAMS.has(basename(own[index - 1] ?? '')));
  return at === -1 ? undefined : words.slice(at + 1);
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isTextsByName = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isTexts(Object.values(value));
