import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../agents/index.ts';
import { createRedactor, findCredential } from './credentials.ts';

const SECRET = 'sk-proj/a+b"c\\d?e=f&g h';
const redactorOf = (...values: string[]) =>
  createRedactor(new Map(values.map((value, index) => [`KEY_${index + 1}`, value])));

describe('redacts a secret in every encoding', () => {
  const base64 = (before: string): string => Buffer.from(`${before}${SECRET}>>>`).toString('base64');
  test.each([
    { text: SECRET, why: 'unchanged' },
    { text: JSON.stringify({ key: SECRET }), why: 'in JSON' },
    { text: `https://host/?key=${encodeURIComponent(SECRET)}`, why: 'in a URL' },
    { text: base64(''), why: 'in base64' },
    { text: base64('x'), why: 'in base64, shifted by one byte' },
    { text: base64('xy'), why: 'in base64, shifted by two bytes' },
    { text: Buffer.from(`x${SECRET}`).toString('base64url'), why: 'in base64 for URLs' },
  ])('$why', ({ text }) => {
    const redactor = redactorOf(SECRET);
    const clean = redactor.text(text);
    expect(clean).toContain('[redacted KEY_1]');
    expect(redactor.count).toBe(1);
    expect(Buffer.from(clean.replaceAll(/\[.*?\]/g, ''), 'base64').toString('latin1')).not.toContain('proj');
    expect(redactorOf(SECRET).bytes(Buffer.from(text)).toString()).toBe(clean);
  });
});

test('treats regular expression characters literally', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  const secret = '.*+?^${}()|[]\\/-$&';
  const redactor = redactorOf(secret);
  expect(redactor.text(`a ${secret} b`)).toBe('a [redacted KEY_1] b');
  expect(redactor.text('anything else that is long')).toBe('anything else that is long');
});

test.each(['', 'short', '1234567'])('%j is too short to redact', (value) => {
  const redactor = redactorOf(value);
  expect(redactor.text(`before ${value} after`)).toBe(`before ${value} after`);
  expect(redactor.count).toBe(0);
});

test('of two secrets with a common prefix, the longer one is fully redacted', () => {
  const [short, long] = ['abcdefgh', 'abcdefghijklmnop'];
  const seen = readStream(redactorOf(short, long), [Buffer.from(short), Buffer.from(long.slice(short.length))]);
  expect(seen.toString()).toBe('[redacted KEY_2]');
});

test('does not search replaced text again, even if its name contains a secret', () => {
  const redactor = createRedactor(new Map([['redacted REDACTED_KEY', 'REDACTED_KEY']]));
  const seen = readStream(
    redactor,
    [...Array(20)].map(() => Buffer.from('REDACTED_KEY ')),
  );
  expect(seen.toString()).toBe('[redacted redacted REDACTED_KEY] '.repeat(20));
  expect(redactor.count).toBe(20);
});

test('redacts every string of a value, including field names', () => {
  const redactor = redactorOf(SECRET);
  const value = { [SECRET]: [{ text: `is ${SECRET}`, size: 7, none: null, yes: true }] };
  expect(redactor.value(value)).toEqual({
    '[redacted KEY_1]': [{ text: 'is [redacted KEY_1]', size: 7, none: null, yes: true }],
  });
  expect(redactor.count).toBe(2);
});

test('cuts a value nested too deep, so that it can be serialized', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  expect(JSON.stringify(redactorOf(SECRET).value({ input: deep }))).toContain('[nested too deep]');
});

function readStream(redactor: ReturnType<typeof createRedactor>, chunks: readonly Buffer[]): Buffer {
  const seen: Buffer[] = [];
  const stream = redactor.stream((chunk) => seen.push(Buffer.from(chunk)));
  for (const chunk of chunks) stream.push(chunk);
  stream.end();
  return Buffer.concat(seen);
}

test('finds a secret split anywhere, and counts it once', () => {
  const whole = Buffer.from(`before ${SECRET} after é`);
  for (let cut = 0; cut <= whole.length; cut++) {
    const redactor = redactorOf(SECRET);
    const seen = readStream(redactor, [whole.subarray(0, cut), whole.subarray(cut)]);
    expect(seen.toString()).toBe('before [redacted KEY_1] after é');
    expect(redactor.count).toBe(1);
  }
});

const secrets = fc.array(
  fc.oneof(fc.stringMatching(/^[ab]{8,12}$/), fc.string({ minLength: 8, maxLength: 20, unit: 'grapheme' })),
  {
    minLength: 1,
    maxLength: 3,
  },
);

test('finds the same secrets in pieces of any size as in the whole', () => {
  fc.assert(
    fc.property(
      secrets,
      fc.array(fc.oneof(fc.nat(2), fc.uint8Array({ maxLength: 30 })), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (values, parts, sizes) => {
        const content = Buffer.concat(
          parts.map((part) => (typeof part === 'number' ? Buffer.from(values[part % values.length] as string) : part)),
        );
        const chunks: Buffer[] = [];
        for (let at = 0, i = 0; at < content.length; i++) {
          const size = sizes[i % sizes.length] as number;
          chunks.push(content.subarray(at, at + size));
          at += size;
        }
        const [inPieces, inWhole] = [redactorOf(...values), redactorOf(...values)];
        const seen = readStream(inPieces, chunks);
        expect(seen.equals(inWhole.bytes(content))).toBe(true);
        expect(inPieces.count).toBe(inWhole.count);
        for (const value of values) expect(seen.includes(value)).toBe(false);
      },
    ),
  );
});

test('leaves binary data unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const content = Buffer.from(bytes);
      expect(redactorOf(SECRET).bytes(content).equals(content)).toBe(true);
      expect(readStream(redactorOf(SECRET), [content]).equals(content)).toBe(true);
      expect(readStream(redactorOf(), [content]).equals(content)).toBe(true);
    }),
  );
});

describe('the key of an agent', () => {
  const agentOf = (type: string) => AGENTS.find((agent) => agent.type === type) as (typeof AGENTS)[number];
  const hostWith = (environment: Record<string, string>) => ({
    now: () => 0,
    entropy: (bytes: number) => new Uint8Array(bytes).fill(171),
    environment,
  });
  test.each([
    { type: 'codex', environment: { OPENAI_API_KEY: 'o' }, name: 'OPENAI_API_KEY', why: 'the only one set' },
    {
      type: 'codex',
      environment: { OPENAI_API_KEY: 'o', CODEX_API_KEY: 'c' },
      name: 'CODEX_API_KEY',
      why: 'the first',
    },
    {
      type: 'codex',
      environment: { CODEX_API_KEY: '', OPENAI_API_KEY: 'o' },
      name: 'OPENAI_API_KEY',
      why: 'an empty value counts as unset',
    },
    { type: 'codex', environment: {}, name: undefined, why: 'none is set' },
    { type: 'command', environment: { OPENAI_API_KEY: 'o' }, name: undefined, why: 'a command has no service' },
    { type: 'nop', environment: { OPENAI_API_KEY: 'o' }, name: undefined, why: 'a built-in agent has no service' },
  ])('$type: $why', ({ type, environment, name }) => {
    const found = findCredential(agentOf(type), hostWith(environment));
    expect(found?.name).toBe(name);
    if (found !== null) expect(found.placeholder).toBe(`assay-${'ab'.repeat(16)}`);
  });
});
