import { expect, test } from 'vitest';
import { z } from 'zod';
import { AssayError } from './assay-error.ts';
import { formatPath, parse } from './parse.ts';

const Shape = z.strictObject({
  name: z.string().min(1),
  items: z.array(z.strictObject({ count: z.int().min(1) })),
  either: z.union([z.strictObject({ a: z.number() }), z.strictObject({ b: z.string() })]).optional(),
});

test.each([
  {
    input: { name: 'x', items: [{ count: 0 }] },
    path: 'items[0].count',
    says: 'at least 1, found 0',
    why: 'out of range',
  },
  {
    input: { name: 'x', items: [{ count: '1' }] },
    path: 'items[0].count',
    says: 'found "1"',
    why: 'a wrong type',
  },
  { input: { name: 'x', items: [{ count: Number.NaN }] }, path: 'items[0].count', says: 'found NaN', why: 'NaN' },
  {
    input: { name: 'x', items: [{ count: Number.POSITIVE_INFINITY }] },
    path: 'items[0].count',
    says: 'Infinity',
    why: 'Infinity',
  },
  { input: { items: [] }, path: 'name', says: 'found nothing', why: 'a missing field' },
  { input: { name: 'x', items: [], extra: 1 }, path: 'extra', says: 'expected no such field', why: 'an unknown key' },
  {
    input: { name: 'x', items: [{ count: 1, deep: 1 }] },
    path: 'items[0].deep',
    says: 'no such field',
    why: 'a nested unknown key',
  },
  {
    input: { name: 'x', items: [], either: { a: 'no' } },
    path: 'either.a',
    says: 'number',
    why: 'the nearest branch of a union',
  },
  { input: [], path: '', says: 'the input: expected an object', why: 'a wrong document' },
  { input: null, path: '', says: 'found null', why: 'null' },
])('$why: reports the path "$path"', ({ input, path, says }) => {
  let caught: unknown;
  try {
    parse(Shape, input);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(AssayError);
  expect(caught).toMatchObject({ code: 'invalid_input', path });
  expect((caught as AssayError).message).toContain(says);
});

const Sent = z.strictObject({
  since: z.iso.datetime().optional(),
  limit: z.coerce.number().int().optional(),
  url: z.url({ protocol: /^https$/ }).optional(),
  api_key: z.string().max(20).optional(),
  env: z.record(z.string(), z.string().max(20)).optional(),
  kind: z
    .discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })])
    .optional(),
  either: z.union([z.string(), z.boolean()]).optional(),
  headers: z.record(z.string().startsWith('x-'), z.string()).optional(),
  odd: z
    .string()
    .refine(() => false)
    .optional(),
});

test.each([
  {
    why: 'an invalid date',
    input: { since: 'yesterday' },
    says: 'since: expected a date and time in UTC such as 2026-11-15T12:00:00Z, found "yesterday"',
  },
  { why: 'a word for a number', input: { limit: 'many' }, says: 'limit: expected a number, found "many"' },
  { why: 'a fraction', input: { limit: '1.5' }, says: 'limit: expected a whole number, found "1.5"' },
  {
    why: 'a URL with a password',
    input: { url: 'ftp://me:hunter2@example.com/' },
    says: 'url: expected a URL such as https://example.com/, found "ftp://…@example.com/"',
  },
  {
    why: 'a secret field',
    input: { api_key: 'assay_sk_0123456789abcdef' },
    says: 'api_key: expected text of at most 20 characters, found text of 25 characters',
  },
  {
    why: 'a secret environment variable',
    input: { env: { GITHUB_TOKEN: 'ghp_0123456789abcdefghij' } },
    says: 'env.GITHUB_TOKEN: expected text of at most 20 characters, found text of 24 characters',
  },
  { why: 'an unknown kind', input: { kind: { type: 'c' } }, says: 'kind.type: expected one of "a", "b", found "c"' },
  { why: 'none of several', input: { either: 1 }, says: 'either: expected text or true or false, found 1' },
  {
    why: 'an invalid name',
    input: { headers: { accept: 'x' } },
    says: 'headers.accept: expected a name that is text that starts with "x-", found "accept"',
  },
  { why: 'a rule without a message', input: { odd: 'x' }, says: 'odd: expected a different value, found "x"' },
])('describes $why in words', ({ input, says }) => {
  expect(() => parse(Sent, input)).toThrow(expect.objectContaining({ message: says }));
});

test('returns a valid value unchanged', () => {
  const value = { name: 'x', items: [{ count: 3 }] };
  expect(parse(Shape, value)).toEqual(value);
});

test('truncates a long value in the message', () => {
  expect(() => parse(z.number(), 'x'.repeat(10_000))).toThrow(/^.{1,120}$/s);
});

test.each([
  { path: [], text: '' },
  { path: ['a', 'b'], text: 'a.b' },
  { path: [2, 'a'], text: '[2].a' },
  { path: ['stages', 2, 'attempts'], text: 'stages[2].attempts' },
])('formats a path as $text', ({ path, text }) => {
  expect(formatPath(path)).toBe(text);
});

test('a large value is wrong at its first fault; those after it are not collected', () => {
  const items = z.array(z.strictObject({ name: z.string(), size: z.number() }));
  const fault = (length: number) => catchError(() => parse(items, Array(length).fill({})));
  expect(fault(100).message).toBe('[0].name: expected text, found nothing; and 199 more');
  expect((fault(100).cause as z.ZodError).issues).toHaveLength(100);
  expect(fault(20_000).message).toBe('[0].name: expected text, found nothing');
  expect(parse(items, Array(20_000).fill({ name: 'a', size: 1 }))).toHaveLength(20_000);
});

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Expected an error');
}
