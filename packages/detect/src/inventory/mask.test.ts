import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCodeLanguage } from '../signals/code-language.ts';
import { maskCode, maskText } from './mask.ts';

const LEXICON = {
  line_comments: ['//'],
  block_comments: [{ open: '/*', close: '*/', nested: true }],
  strings: [
    { open: '"""', close: '"""', escapes: false, multiline: true },
    { open: '"', close: '"', escapes: true, multiline: false },
  ],
};

test.each([
  { text: 'a // b\nc', masked: 'a     \nc', why: 'a comment ends with its line' },
  { text: 'a /* b\n */ c', masked: 'a     \n    c', why: 'line breaks stay' },
  { text: 'a /* /* b */ */ c', masked: 'a               c', why: 'comments in comments' },
  { text: '"a // b" c', masked: '"      " c', why: 'no comment in a string' },
  { text: '// "a\nb', masked: '     \nb', why: 'no string in a comment' },
  { text: '"a\\"b" c', masked: '"    " c', why: 'an escaped quote' },
  { text: '"a\nb"', masked: '" \nb"', why: 'an unclosed string ends with its line' },
  { text: '"""a\n"b""" c', masked: '""" \n  """ c', why: 'a long string' },
  { text: '/* a', masked: '    ', why: 'an unclosed comment' },
])('$why', ({ text, masked }) => {
  expect(maskText(text, LEXICON)).toBe(masked);
});

test('keeps the position of every remaining character', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', '/', '*', '\\', '\n', ' ') }), (text) => {
      const masked = maskText(text, LEXICON);
      expect(masked).toHaveLength(text.length);
      for (const [at, character] of [...masked].entries()) if (character !== ' ') expect(character).toBe(text[at]);
    }),
  );
});

const mask = (path: string, text: string) => {
  const language = findCodeLanguage(path, text);
  if (language === undefined) throw new Error(`expected a language for ${path}`);
  return maskCode(text, language);
};

test.each([
  ['a.py', 'x = "a#b" # c', 'x = "   "    ', 'a comment mark in a string'],
  ['a.py', "f('it''s')", "f('  '' ')", 'two strings in a row'],
  ['a.py', '"""a\n# b"""\nx', '"""  \n   """\nx'.replace('  \n', ' \n'), 'a multi-line string'],
  ['a.ts', 'a / b // c', 'a / b     ', 'a division'],
  ['a.ts', 'return /["]/.test(x)', 'return /   /.test(x)', 'a regular expression with a quote'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: not a template
  ['a.ts', 'x = `a${f(`b`)}c` + 1', 'x = `           ` + 1', 'a template in a template'],
  ['a.ts', "const a = 'x\nconst b = 1", "const a = ' \nconst b = 1", 'an unclosed string'],
  ['a.rs', "fn f<'a>(c: char) { c == '\"' }", "fn f<'a>(c: char) { c == ' ' }", 'a lifetime and a character'],
  ['a.rs', 'r#"a "b" c"# + 1', 'r#"       "# + 1', 'a raw string'],
  ['a.go', 'x := `a"b` // c', 'x := `   `     ', 'a raw string with a quote'],
  ['run.sh', 'echo "$#" a#b # c', 'echo "  " a#b    ', 'a comment mark within a word'],
  ['A.cs', 'var s = @"a\\"; // b', 'var s = @"  ";     ', 'a path that ends in a backslash'],
])('%s: %s', (path, text, code) => {
  expect(mask(path, text).code).toBe(code);
});

test('keeps lines and columns for any text', () => {
  const texts = fc
    .array(fc.constantFrom('"', "'", '`', '/', '*', '#', '\n', '\\', '${', '}', 'a', ' ', 'r#"'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom('a.py', 'a.ts', 'a.rs', 'a.go', 'A.java', 'A.cs', 'a.rb', 'a.sh', 'a.yml', 'a.xml'),
      (text, path) => {
        const { code, uncommented } = mask(path, text);
        expect(code.split('\n').map((line) => line.length)).toEqual(text.split('\n').map((line) => line.length));
        expect(uncommented).toHaveLength(text.length);
      },
    ),
  );
});
