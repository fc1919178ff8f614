import type { Agent } from '../contracts/agent.ts';
import type { Host } from '../contracts/host.ts';
import { MIN_SECRET_LENGTH } from '../contracts/min-secret-length.ts';

/** A key of the operator with its variable name, and a placeholder used inside the sandbox. */
export interface Credential {
  readonly name: string;
  readonly value: string;
  readonly placeholder: string;
}

/** The key for an agent's model service, if the operator has set one. */
export function findCredential(agent: Agent, host: Host): Credential | null {
  if (agent.kind !== 'process' || agent.service === null) return null;
  for (const name of agent.service.key_envs) {
    const value = host.environment[name];
    if (value) return { name, value, placeholder: `assay-${Buffer.from(host.entropy(16)).toString('hex')}` };
  }
  return null;
}

/** Warns about values that are named like secrets but too short to redact. */
export function warnShortSecrets(secrets: ReadonlyMap<string, string>): string[] {
  return [...secrets]
    .filter(([name, value]) => value !== '' && value.length < MIN_SECRET_LENGTH && SECRET_NAME.test(name))
    .map(
      ([name, { length }]) =>
        `credential_too_short: ${name} has ${length} of at least ${MIN_SECRET_LENGTH} characters, so it is not redacted; check that it is a real key`,
    );
}

const SECRET_NAME = /key|token|secret|passw|credential|auth/i;

const SECRET_ENDING = /(key|token|secret|password|passwd|credentials?)$/i;

/** Values of variables that are named like secrets. Paths are not secrets, and short values occur by chance. */
export const findSecretValues = (environment: Host['environment']): Map<string, string> =>
  new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && SECRET_ENDING.test(name) && value.length >= MIN_SECRET_LENGTH && !value.startsWith('/')
        ? [[name, value] as const]
        : [],
    ),
  );

/** Removes known secrets from everything that leaves a run. */
export interface Redactor {
  /** Number of redactions so far. */
  readonly count: number;
  text(value: string): string;
  /** The same for every string of a JSON value, including field names. */
  value<T>(value: T): T;
  /** The same for bytes, text or not. Everything else stays unchanged. */
  bytes(content: Buffer): Buffer;
  /** The same for chunks of bytes; also finds a secret split between chunks. */
  stream(write: (chunk: Buffer) => void): { push(chunk: Buffer): void; end(): void };
}

export function createRedactor(secrets: ReadonlyMap<string, string>): Redactor {
  const forms = [...secrets]
    .filter(([, value]) => value.length >= MIN_SECRET_LENGTH)
    .flatMap(([name, value]) => spellings(value).map((spelling) => [spelling, name] as const));
  let count = 0;
  const onFound = (): void => {
    count++;
  };
  const inText = createSearch(new Map(forms), onFound);
  // latin1 preserves bytes that are not text
  const inBytes = createSearch(new Map(forms.map(([spelling, name]) => [asBytes(spelling), name])), onFound);
  const bytes = (content: Buffer): Buffer => Buffer.from(inBytes.replace(content.toString('latin1')), 'latin1');
  return {
    get count() {
      return count;
    },
    text: inText.replace,
    value: (value) => mapText(value, inText.replace),
    bytes: (content) => (forms.length === 0 ? content : bytes(content)),
    stream: (write) => {
      if (forms.length === 0) return { push: write, end: () => undefined };
      let held = '';
      const pass = (text: string): void => {
        if (text !== '') write(Buffer.from(text, 'latin1'));
      };
      return {
        push: (chunk) => {
          const { clean, rest } = inBytes.replaceSettled(held + chunk.toString('latin1'));
          held = rest;
          pass(clean);
        },
        end: () => {
          pass(inBytes.replace(held));
          held = '';
        },
      };
    },
  };
}

/** Replaces the longest match at each position in one pass, without searching replacements again. */
function createSearch(forms: ReadonlyMap<string, string>, onFound: () => void) {
  const known = [...forms.keys()].toSorted((a, b) => b.length - a.length);
  const longest = known[0]?.length ?? 0;
  // a pattern that never matches if there is nothing to find
  const pattern = new RegExp(known.map(asPattern).join('|') || '(?!)', 'g');
  const standIn = (spelling: string): string => {
    onFound();
    return `[redacted ${forms.get(spelling)}]`;
  };
  return {
    replace: (text: string): string => text.replace(pattern, standIn),
    /** Replaces up to where more text cannot change the result; a secret may continue in the rest. */
    replaceSettled: (text: string): { clean: string; rest: string } => {
      const settled = text.length - longest + 1;
      let [clean, from] = ['', 0];
      for (const { 0: spelling, index } of text.matchAll(pattern)) {
        if (index >= settled) break;
        clean += text.slice(from, index) + standIn(spelling);
        from = index + spelling.length;
      }
      const end = Math.max(from, settled, 0);
      return { clean: clean + text.slice(from, end), rest: text.slice(end) };
    },
  };
}

const asPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const asBytes = (text: string): string => Buffer.from(text).toString('latin1');

// far deeper than any tool input; deeper JSON could not be serialized
const DEEPEST = 200;

function mapText<T>(value: T, map: (text: string) => string): T {
  const walk = (found: unknown, depth: number): unknown => {
    if (typeof found === 'string') return map(found);
    if (typeof found !== 'object' || found === null) return found;
    if (depth > DEEPEST) return '[nested too deep]';
    if (Array.isArray(found)) return found.map((item) => walk(item, depth + 1));
    return Object.fromEntries(Object.entries(found).map(([key, item]) => [map(key), walk(item, depth + 1)]));
  };
  return walk(value, 0) as T;
}

// plain, JSON-escaped, URL-encoded, and both base64 alphabets in all three alignments
function spellings(value: string): string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const encoded = bytes.toString('base64').replace(/=+$/, '');
    const start = Math.ceil((offset * 8) / 6);
    return encoded.slice(start, bytes.length % 3 === 0 ? undefined : -1);
  });
  const urlSafe = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...base64, ...urlSafe])];
}
