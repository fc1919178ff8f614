import { expect, test } from 'vitest';
import { visible, visibleLine } from './visible.ts';

test.each([
  { text: 'plain\n\ttext', shown: 'plain\n\ttext', why: 'lines and tabs are text' },
  { text: 'a\r\nb\rc', shown: 'a\nb␍c', why: 'a lone return would overwrite the line' },
  { text: '\u001b[31m\u0000\u007f\u0085', shown: '␛[31m␀␡⟦U+0085⟧', why: 'terminals obey these' },
  {
    text: 'a\u202etxt.exe\u2066\u200f',
    shown: 'a⟦U+202E⟧txt.exe⟦U+2066⟧⟦U+200F⟧',
    why: 'these turn the reading direction',
  },
  { text: 'a\u200bb\ufeff\u{e0041}', shown: 'a⟦U+200B⟧b⟦U+FEFF⟧⟦U+E0041⟧', why: 'these hide text from people' },
  { text: '\ud800', shown: '⟦U+D800⟧', why: 'half a character' },
  { text: '👩‍💻 می‌خواهم שלום', shown: '👩‍💻 می‌خواهم שלום', why: 'emoji and scripts keep what they are spelled with' },
])('$why', ({ text, shown }) => {
  expect(visible(text)).toBe(shown);
});

test('a line has no line breaks and an end', () => {
  expect(visibleLine(' a\n\n b ')).toBe('a b');
  expect(visibleLine('x'.repeat(1e6)).length).toBeLessThan(1000);
});
