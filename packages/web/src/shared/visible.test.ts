import { expect, test } from 'vitest';
import { visible, visibleLine } from './visible.ts';

test.each([
  { text: 'plain\n\ttext', shown: 'plain\n\ttext', why: 'keeps line feeds and tabs' },
  { text: 'a\r\nb\rc', shown: 'a\nb␍c', why: 'shows a lone carriage return, which would overwrite the line' },
  { text: '\u001b[31m\u0000\u007f\u0085', shown: '␛[31m␀␡⟦U+0085⟧', why: 'shows terminal control characters' },
  {
    text: 'a\u202etxt.exe\u2066\u200f',
    shown: 'a⟦U+202E⟧txt.exe⟦U+2066⟧⟦U+200F⟧',
    why: 'shows characters that change text direction',
  },
  { text: 'a\u200bb\ufeff\u{e0041}', shown: 'a⟦U+200B⟧b⟦U+FEFF⟧⟦U+E0041⟧', why: 'shows characters that hide text' },
  { text: '\ud800', shown: '⟦U+D800⟧', why: 'shows a lone surrogate' },
  { text: '👩‍💻 می‌خواهم שלום', shown: '👩‍💻 می‌خواهم שלום', why: 'keeps the joiners of emoji and scripts' },
])('$why', ({ text, shown }) => {
  expect(visible(text)).toBe(shown);
});

test('a line has no line breaks and a maximum length', () => {
  expect(visibleLine(' a\n\n b ')).toBe('a b');
  expect(visibleLine('x'.repeat(1e6)).length).toBeLessThan(1000);
});
