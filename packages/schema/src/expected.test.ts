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
  [z.url(), 'an address such as https://example.com/'],
  [z.url({ protocol: /^https$/ }), 'an address such as https://example.com/'],
  [z.hostname(), 'the name of a host such as example.com'],
  [z.email(), 'an email address such as ada@example.com'],
  [z.ipv4(), 'an IPv4 address such as 192.0.2.1'],
  [z.ipv6(), 'an IPv6 address such as 2001:db8::1'],
  [z.cidrv4(), 'a range of IPv4 addresses such as 192.0.2.0/24'],
  [z.cidrv6(), 'a range of IPv6 addresses such as 2001:db8::/32'],
  [z.mac(), 'a MAC address such as 00:00:5e:00:53:01'],
  [z.uuid(), 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91'],
  [z.guid(), 'a UUID such as 0190163d-8694-739b-aea5-966c26f8ad91'],
  [z.ulid(), 'a ULID such as 01j0b3v1mmefdtx9cpdgkfhbch'],
  [z.base64(), 'base64 such as aGVsbG8='],
  [z.base64url(), 'base64url such as aGVsbG8'],
  [z.hex(), 'hexadecimal digits such as 1f3a'],
];

test.each(FORMATS)('a text of no such form: $1', (schema, says) => {
  expect(say(schema, 'no such thing!')).toBe(says);
});

test.each(FORMATS)('what is shown of it is right itself: $1', (schema, says) => {
  const [, example] = says.split(' such as ');
  expect(schema.safeParse(example).success).toBe(true);
});

test.each<{ why: string; schema: z.ZodType; value: unknown; says: string }>([
  { why: 'a pattern', schema: z.string().regex(/^a+$/), value: 'b', says: 'text that matches /^a+$/' },
  {
    why: 'a pattern with words of its own',
    schema: z.string().regex(/^a+$/, 'expected only the letter a'),
    value: 'b',
    says: 'only the letter a',
  },
  { why: 'a template', schema: z.templateLiteral(['v', z.int()]), value: 'x', says: 'text that matches ^v-?\\d+$' },
  { why: 'a start', schema: z.string().startsWith('a'), value: 'b', says: 'text that starts with "a"' },
  { why: 'an end', schema: z.string().endsWith('a'), value: 'b', says: 'text that ends with "a"' },
  { why: 'a part', schema: z.string().includes('a'), value: 'b', says: 'text that includes "a"' },
  { why: 'lower case', schema: z.string().lowercase(), value: 'B', says: 'text in lower case' },
  { why: 'upper case', schema: z.string().uppercase(), value: 'b', says: 'text in upper case' },
  {
    why: 'a form of another name',
    schema: z.stringFormat('odd', () => false),
    value: 'b',
    says: 'text of the form odd',
  },
  { why: 'a token', schema: z.jwt(), value: 'b', says: expect.stringMatching(/^a JSON Web Token/) },
  { why: 'a type', schema: z.number(), value: 'b', says: 'number' },
  { why: 'a fraction', schema: z.int(), value: 1.5, says: 'a whole number' },
  { why: 'a number that is too large', schema: z.int().max(3), value: 4, says: 'number to be <=3' },
  { why: 'a step', schema: z.number().multipleOf(5), value: 7, says: 'a multiple of 5' },
  { why: 'nothing at all', schema: z.never(), value: 1, says: 'nothing' },
  { why: 'a choice', schema: z.enum(['a', 'b']), value: 'c', says: 'one of "a"|"b"' },
  { why: 'alternatives', schema: z.union([z.string(), z.int()]), value: true, says: 'string or number' },
  {
    why: 'alternatives by a field',
    schema: z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    value: { type: 'c' },
    says: 'one of "a"|"b"',
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
  { why: 'no such field', schema: z.strictObject({}), value: { a: 1 }, says: 'no such field' },
  { why: 'a rule without words', schema: z.string().refine(() => false), value: 'b', says: 'another value' },
  {
    why: 'a rule with words of its own',
    schema: z.string().refine(() => false, 'expected better'),
    value: 'b',
    says: 'better',
  },
])('$why: $says', ({ schema, value, says }) => {
  expect(say(schema, value)).toEqual(says);
});
