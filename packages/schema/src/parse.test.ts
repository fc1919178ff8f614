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
  { input: { name: 'x', items: [{ count: 0 }] }, path: 'items[0].count', says: '>=1, found 0', why: 'out of range' },
  {
    input: { name: 'x', items: [{ count: '1' }] },
    path: 'items[0].count',
    says: 'found "1"',
    why: 'a wrong type is shown',
  },
  { input: { name: 'x', items: [{ count: Number.NaN }] }, path: 'items[0].count', says: 'found NaN', why: 'no NaN' },
  {
    input: { name: 'x', items: [{ count: Number.POSITIVE_INFINITY }] },
    path: 'items[0].count',
    says: 'Infinity',
    why: 'no Infinity',
  },
  { input: { items: [] }, path: 'name', says: 'found nothing', why: 'a missing field' },
  { input: { name: 'x', items: [], extra: 1 }, path: 'extra', says: 'expected no such field', why: 'an unknown key' },
  {
    input: { name: 'x', items: [{ count: 1, deep: 1 }] },
    path: 'items[0].deep',
    says: 'no such field',
    why: 'an unknown key inside',
  },
  {
    input: { name: 'x', items: [], either: { a: 'no' } },
    path: 'either.a',
    says: 'number',
    why: 'the nearest branch of a union',
  },
  { input: [], path: '', says: 'the input: expected object', why: 'the document itself' },
  { input: null, path: '', says: 'found null', why: 'nothing at all' },
])('$why: the problem is at "$path"', ({ input, path, says }) => {
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

test('what is valid comes back as it was', () => {
  const value = { name: 'x', items: [{ count: 3 }] };
  expect(parse(Shape, value)).toEqual(value);
});

test('a long value is cut in the message', () => {
  expect(() => parse(z.number(), 'x'.repeat(10_000))).toThrow(/^.{1,120}$/s);
});

test.each([
  { path: [], text: '' },
  { path: ['a', 'b'], text: 'a.b' },
  { path: [2, 'a'], text: '[2].a' },
  { path: ['stages', 2, 'attempts'], text: 'stages[2].attempts' },
])('a path is written as $text', ({ path, text }) => {
  expect(formatPath(path)).toBe(text);
});
