import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanMessage, saysNothing, writeInstruction } from './instruction.ts';
import { findLeaks } from './leak-check.ts';

const ANSWER = {
  added_lines: ['    return text.strip().lower()', '    self._seen.add(key)'],
  own_names: new Set(['_seen', 'foldKey']),
  tests: ['tests/test_slug.py::test_lowers_text'],
};

test.each([
  { case: 'a subject', message: 'Lower the text', to: 'Lower the text' },
  { case: 'no call', message: 'Lower what `slug()` gets', to: 'Lower what `slug()` gets' },
  { case: 'a number', message: 'Lower the text (#123)', to: 'Lower the text' },
  { case: 'no space before a dot file', message: 'Read .env files (#1) .', to: 'Read .env files.' },
  { case: 'an issue', message: 'Lower the text\n\nFixes #12, closes org/repo#13.', to: 'Lower the text' },
  { case: 'a link to an issue', message: 'Lower the text\n\nFixes: https://example.com/1', to: 'Lower the text' },
  { case: 'a comment of a template', message: 'Lower the text\n\n<!-- What\nand why -->', to: 'Lower the text' },
  { case: 'a merge', message: 'Merge pull request #6 from a/b\n\nLower the text', to: 'Lower the text' },
  {
    case: 'trailers',
    message: 'Lower the text\n\nSigned-off-by: A <a@example.com>\nChange-Id: I12',
    to: 'Lower the text',
  },
  { case: 'a link', message: 'Lower the text: https://example.com/c/1', to: 'Lower the text:' },
  { case: 'a hash', message: 'Lower the text as in 3f2a91bc', to: 'Lower the text as in' },
  { case: 'the name of a test', message: 'Lower the text\n\nAdds test_lowers_text.', to: 'Lower the text' },
  {
    case: 'a name of the fix',
    message: 'Lower the text. Keeps keys in _seen. Works twice.',
    to: 'Lower the text. Works twice.',
  },
  {
    case: 'code of the fix',
    message: 'Lower the text\n\n```python\nreturn text.strip().lower()\n```\n\nSpaces count.',
    to: 'Lower the text\n\nSpaces count.',
  },
  {
    case: 'code that is not of the fix',
    message: 'Lower it\n\n```\nslug("A") == "a"\n```',
    to: 'Lower it\n\n```\nslug("A") == "a"\n```',
  },
  { case: 'code over several lines', message: 'Lower it\nreturn text\n.strip().lower()', to: 'Lower it' },
])('leaves out $case', ({ message, to }) => {
  expect(cleanMessage(message, ANSWER)).toBe(to);
});

test('no message leaves a leak', () => {
  const part = fc.constantFrom(
    ...[
      'Lower the text',
      '#12',
      '(#7)',
      'fixes',
      '3f2a91bc',
      'test_lowers_text',
      '_seen',
      'foldKey(',
      '`foldKey`',
      '. ',
      ' ',
    ],
    ...[
      '\n',
      '\n\n',
      '```\n',
      'return text.strip().lower()',
      'return text',
      '.strip().lower()',
      'https://a.b/c',
      'GH-',
      '1',
      '- ',
    ],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(findLeaks(cleanMessage(parts.join(''), ANSWER), ANSWER)).toEqual([]);
    }),
  );
});

test('a message that says nothing is completed from the tests', () => {
  const names = [{ name: 'slug', usage: 'slug(…, lower=…)', path: 'slug.py' }];
  const { text, underspecified } = writeInstruction({ message: 'wip', answer: ANSWER, names });
  expect(underspecified).toBe(true);
  expect(text).toContain('- `slug(…, lower=…)` in `slug.py`');
  const told = writeInstruction({ message: 'Add slug, which lowers a text', answer: ANSWER, names });
  expect(told.underspecified).toBe(false);
  expect(told.text).not.toContain('new names');
});

test.each([
  ['Fix: #322 (#342)', true],
  ['wip', true],
  ['Fix rounding', false],
])('%s says nothing: %s', (message, nothing) => expect(saysNothing(message)).toBe(nothing));

test.each([
  {
    texts: ['n must be positive'],
    told: '\n\nThe tests expect these texts exactly:\n\n- `n must be positive`',
    open: true,
  },
  { texts: ['Lower the text'], told: '', open: false, why: 'the message says it' },
  { texts: ['test_lowers_text'], told: '', open: false, why: 'a title' },
  { texts: ['foldKey must be positive'], told: '', open: true, why: 'it has a name of the solution' },
])('texts that tests expect: $texts $why', ({ texts, told, open }) => {
  const { text, underspecified } = writeInstruction({ message: 'Lower the text', answer: ANSWER, names: [], texts });
  expect(text.replace(/\n\nHidden tests[\s\S]*/, '')).toBe(`Lower the text${told}`);
  expect(underspecified).toBe(open);
});
