import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt, excerptEnd } from './excerpt.ts';

const clean = (text: string): string => text;
const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');

test('shows a text that fits unchanged', () => {
  expect(excerpt('a\nb', { max_chars: 3, clean })).toEqual({ text: 'a\nb', whole: true });
});

test('shows the head and tail of a longer text and counts the lines between', () => {
  const { text, whole } = excerpt(numbered(1000), { max_chars: 400, clean });
  expect(whole).toBe(false);
  const lines = text.split('\n');
  const [omitted] = /\d+/.exec(lines.find((line) => line.startsWith('[…')) ?? '') ?? [];
  expect(lines[0]).toBe('line 1');
  expect(lines.at(-1)).toBe('line 1000');
  expect(lines.length - 1 + Number(omitted)).toBe(1000);
});

test('cuts a single endless line by characters', () => {
  expect(excerpt('x'.repeat(100_000), { max_chars: 300, clean }).text).toMatch(
    /^x+\n\[… \d+ characters omitted …\]\nx+$/,
  );
});

test('text removed near the cut stays hidden', () => {
  const secret = `sk-${'a'.repeat(3000)}`;
  const hide = (text: string): string => text.replaceAll(secret, '[redacted]');
  const text = `${'x\n'.repeat(150)}${secret}${'\ny'.repeat(50_000)}`;
  expect(excerpt(text, { max_chars: 600, clean: hide }).text).not.toContain('aaaa');
});

test('no excerpt exceeds its limit', () => {
  const widen = (text: string): string => text.replaceAll('b', '<wide>');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 3000 }),
      fc.nat(500),
      (text, max_chars) => {
        expect(excerpt(text, { max_chars, clean: widen }).text.length).toBeLessThanOrEqual(max_chars);
        expect(excerptEnd(text, { max_chars, clean: widen }).length).toBeLessThanOrEqual(max_chars);
      },
    ),
  );
});
