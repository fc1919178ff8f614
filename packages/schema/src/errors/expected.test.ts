import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeExpected } from './expected.ts';

const say = (schema: z.ZodType, value: unknown): string =>
  describeExpected(schema.safeParse(value).error?.issues[0] as z.core.$ZodIssue);

const { iso } = z;
const FORMATS: readonly [z.ZodType, string][] = [
  [iso.datetime(), 'a date and time in UTC such as 2026-11-15T12:00:00Z'],
  [iso.date(), 'a date such as 2026-11-15'],
  [iso.time(), 'a time such as 12:00:00'],
  [iso.duration(), 'a duration such as PT15M'],
  [z.url(), 'a URL such as https://example.com/'],
  [z.url({ protocol: /^https$/ }), 'a URL such as https://example.com/'],
  [z.hostname(), 'a host name such as example.com'],
  [z.email(), 'an email address such as ada@example.com'],
  [z.ipv4(), 'an IPv4 address such as 192.0.2.1'],
  [z.ipv6(), 'an IPv6 address such as 2001:db8::1'],
  [z.cidrv4(), 'an IPv4 range such as 192.0.2.0/24'],
  [z.cidrv6(), 'an IPv6 range such as 2001:db8::/32'],
  [z.mac(), 'a MAC address such as 00:00:5e:00:53:01'],
  [z.uuid(), 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91'],
  [z.guid(), 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91'],
  [z.ulid(), 'a ULID such as 01j0b3v1mmefdtx9cpdgkfhbch'],
  [z.base64(), 'base64 such as aGVsbG8='],
  [z.base64url(), 'base64url such as aGVsbG8'],
  [z.hex(), 'hexadecimal digits such as 1f3a'],
];

test.each(FORMATS)('describes the format: $1', (schema, says) => {
  expect(say(schema, 'no such thing!')).toBe(says);
});

test.each(FORMATS)('the example in the message is valid: $1', (schema, says) => {
  const [, example] = says.split(' such as ');
  expect(schema.safeParse(example).success).toBe(true);
});

test.each<{ why: string; schema: z.ZodType; value: unknown; says: string }>([
  { why: 'a pattern', schema: z.string().regex(/^a+$/), value: 'b', says: 'text that matches /^a+$/' },
  {
    why: 'a pattern with its own message',
    schema: z.string().regex(/^a+$/, 'expected only the letter a'),
    value: 'b',
    says: 'only the letter a',
  },
  { why: 'a template', schema: z.templateLiteral(['v', z.int()]), value: 'x', says: 'text that matches ^v-?\\d+$' },
  { why: 'a start', schema: z.string().startsWith('a'), value: 'b', says: 'text that starts with "a"' },
  { why: 'an end', schema: z.string().endsWith('a'), value: 'b', says: 'text that ends with "a"' },
  { why: 'a part', schema: z.string().includes('a'), value: 'b', says: 'text that includes "a"' },
  { why: 'lower case', schema: z.string().lowercase(), value: 'B', says: 'lower-case text' },
  { why: 'upper case', schema: z.string().uppercase(), value: 'b', says: 'upper-case text' },
  {
    why: 'a custom format',
    schema: z.stringFormat('odd', () => false),
    value: 'b',
    says: 'text in the format odd',
  },
  { why: 'a token', schema: z.jwt(), value: 'b', says: expect.stringMatching(/^a JSON Web Token/) },
  { why: 'a number', schema: z.number(), value: 'b', says: 'a number' },
  { why: 'text', schema: z.string(), value: 1, says: 'text' },
  { why: 'true or false', schema: z.boolean(), value: 1, says: 'true or false' },
  { why: 'a list', schema: z.array(z.string()), value: 1, says: 'a list' },
  { why: 'an object', schema: z.object({}), value: 1, says: 'an object' },
  { why: 'a record', schema: z.record(z.string(), z.string()), value: 1, says: 'an object' },
  { why: 'a fraction', schema: z.int(), value: 1.5, says: 'a whole number' },
  {
    why: 'an integer that is too large',
    schema: z.int(),
    value: 2 ** 60,
    says: `a whole number of at most ${Number.MAX_SAFE_INTEGER}`,
  },
  { why: 'a number that is not positive', schema: z.number().positive(), value: 0, says: 'a number above 0' },
  { why: 'a number that is not below', schema: z.number().lt(1), value: 1, says: 'a number below 1' },
  { why: 'a number that is too small', schema: z.number().min(1), value: 0, says: 'a number of at least 1' },
  { why: 'an empty text', schema: z.string().min(1), value: '', says: 'non-empty text' },
  { why: 'a text that is too short', schema: z.string().min(2), value: '', says: 'text of at least 2 characters' },
  { why: 'a text that is too long', schema: z.string().max(1), value: 'ab', says: 'text of at most 1 character' },
  { why: 'a text of another length', schema: z.string().length(2), value: 'a', says: 'text of exactly 2 characters' },
  { why: 'an empty list', schema: z.array(z.string()).min(1), value: [], says: 'a non-empty list' },
  {
    why: 'a list that is too long',
    schema: z.array(z.string()).max(1),
    value: ['', ''],
    says: 'a list of at most 1 item',
  },
  { why: 'a number that is too large', schema: z.int().max(3), value: 4, says: 'a number of at most 3' },
  { why: 'a multiple', schema: z.number().multipleOf(5), value: 7, says: 'a multiple of 5' },
  { why: 'a field that must be absent', schema: z.never(), value: 1, says: 'nothing' },
  { why: 'options', schema: z.enum(['a', 'b']), value: 'c', says: 'one of "a", "b"' },
  { why: 'a constant', schema: z.literal('a'), value: 'c', says: '"a"' },
  { why: 'alternatives', schema: z.union([z.string(), z.int()]), value: true, says: 'text or a number' },
  {
    why: 'alternatives by a field',
    schema: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    value: { type: 'c' },
    says: 'one of "a", "b"',
  },
  {
    why: 'several alternatives at once',
    schema: z.xor([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    value: { a: '', b: '' },
    says: 'exactly one of its alternatives',
  },
  {
    why: 'a name in a record',
    schema: z.record(z.string().startsWith('x-'), z.string()),
    value: { a: '' },
    says: 'a name that is text that starts with "x-"',
  },
  { why: 'an unknown field', schema: z.strictObject({}), value: { a: 1 }, says: 'no such field' },
  { why: 'a rule without a message', schema: z.string().refine(() => false), value: 'b', says: 'a different value' },
  {
    why: 'a rule with its own message',
    schema: z.string().refine(() => false, 'expected better'),
    value: 'b',
    says: 'better',
  },
])('$why: $says', ({ schema, value, says }) => {
  expect(say(schema, value)).toEqual(says);
});
