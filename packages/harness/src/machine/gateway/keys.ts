import { Transform } from 'node:stream';
import { MIN_SECRET_LENGTH } from '../../contracts/min-secret-length.ts';

/** The agent's placeholders and the real keys. */
export type Keys = ReadonlyMap<string, string>;

/** Replaces placeholders by real keys in a request to the model service. */
export function insertKeys(value: string, keys: Keys): string {
  let result = value;
  for (const [placeholder, key] of keys) result = result.replaceAll(placeholder, () => key);
  return result;
}

/** The same for the `key` query parameter, which Gemini uses. */
export function insertQueryKeys(search: string, keys: Keys): string {
  const encoded = new Map([...keys].map(([placeholder, key]) => [placeholder, encodeURIComponent(key)]));
  return search.replace(/([?&]key=)([^&]*)/g, (_, name: string, value: string) => name + insertKeys(value, encoded));
}

/** Masks real keys in an answer, because a service may repeat what it was sent. */
export function maskKeys(value: string, keys: Keys): string {
  let result = value;
  for (const key of secretsOf(keys)) result = result.replaceAll(key, maskOf(key));
  return result;
}

// masking very short keys would destroy the answer
const secretsOf = (keys: Keys): string[] => [...keys.values()].filter(({ length }) => length >= MIN_SECRET_LENGTH);

const maskOf = (key: string): string => '*'.repeat(key.length);

/** The same for a streamed body. Keeps the length, and delays only bytes that may start a key. */
export function createMask(keys: Keys): Transform {
  const secrets = secretsOf(keys).map((key) => Buffer.from(key));
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      const whole = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      for (const secret of secrets) overwrite(whole, secret);
      const safe = whole.length - Math.max(0, ...secrets.map((secret) => beginningAtEnd(whole, secret)));
      held = whole.subarray(safe);
      callback(null, safe === 0 ? undefined : whole.subarray(0, safe));
    },
    flush(callback) {
      callback(null, held.length === 0 ? undefined : held);
    },
  });
}

function overwrite(bytes: Buffer, secret: Buffer): void {
  for (let found = bytes.indexOf(secret); found !== -1; found = bytes.indexOf(secret, found + secret.length))
    bytes.fill('*', found, found + secret.length);
}

// the number of trailing bytes that are a prefix of the secret
function beginningAtEnd(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(bytes.length, secret.length - 1); length > 0; length--)
    if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) return length;
  return 0;
}
