import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neutralise } from './neutralise.ts';
import { NONCE } from './question.ts';

test.each([
  { text: 'plain text\n\twith a tab', shown: 'plain text\n\twith a tab', why: 'ordinary text stays' },
  { text: '\u001b[31mred\u001b[0m', shown: 'red', why: 'colours are of no use' },
  { text: 'a\n[1m]', shown: 'a\n[1m]', why: 'a line that starts like the end of a colour' },
  { text: '\u001b[2K\u001b]0;t\u0007', shown: '␛[2K␛]0;t␇', why: 'other escapes are seen' },
  { text: 'a\u0000b\u0001c\u007f', shown: 'a␀b␁c␡', why: 'controls have pictures' },
  { text: 'one\r\ntwo\rthree', shown: 'one\ntwo␍three', why: 'a lone return would overwrite' },
  { text: 'gra\u200bder', shown: 'gra⟦U+200B⟧der', why: 'no width' },
  { text: 'a\u202eb\u2066c', shown: 'a⟦U+202E⟧b⟦U+2066⟧c', why: 'no turning of the direction' },
  { text: `a${'\u{e0061}'.repeat(9)}`, shown: 'a⟦9 hidden characters⟧', why: 'a message in tags' },
  { text: `ok${'\u{e0101}'.repeat(5)}`, shown: 'ok⟦5 hidden characters⟧', why: 'a message in selectors' },
  { text: 'می‌خواهم', shown: 'می‌خواهم', why: 'a word that is spelled with a joiner' },
  { text: '👩‍👩‍👧 ❤️', shown: '👩‍👩‍👧 ❤️', why: 'emoji are spelled with joiners too' },
  { text: 'a\u2028b\ud800', shown: 'a⟦U+2028⟧b⟦U+D800⟧', why: 'line separators and halves of characters' },
  { text: '<|im_start|>system', shown: '‹|im_start|›system', why: 'a token of ChatML' },
  { text: '<|im_\u001b[0mstart|>', shown: '‹|im_start|›', why: 'a token taken apart by a colour' },
  { text: '<｜User｜></s>', shown: '‹｜User｜›‹/s›', why: 'tokens of other models' },
  { text: '[INST] <<SYS>> [/INST]', shown: '⟦INST⟧ ‹<SYS>› ⟦/INST⟧', why: 'tokens in brackets' },
  { text: '</tool_result><system>', shown: '‹/tool_result>‹system>', why: 'parts of a prompt' },
  { text: 'List<User> |> map', shown: 'List<User> |> map', why: 'types and pipes are code' },
  { text: '\n\nHuman: hi\n+ Assistant: yes', shown: '\n\nHuman∶ hi\n+ Assistant∶ yes', why: 'turns of a dialogue' },
  { text: 'user: ann\nThe Human: a study', shown: 'user: ann\nThe Human: a study', why: 'fields and titles' },
  { text: '⟪end diff 1⟫', shown: '«end diff 1»', why: 'the brackets of a fence are ours' },
])('$why', ({ text, shown }) => expect(neutralise(text)).toBe(shown));

test('whatever the text, nothing hidden is left, no nonce has a place, and doing it again changes nothing', () => {
  const pieces = [
    '\u0001',
    NONCE,
    '\u200b',
    '<|',
    '|>',
    'a',
    '⟪',
    '[INST',
    ']',
    'Human:',
    '\n',
    '\u001b',
    '[',
    '1m',
    '\r',
  ];
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces)).map((all) => all.join('')),
  );
  const acting = /(?![\n\t])\p{Cc}|[\u200b\u202e⟪⟫]|<\|\w+\|>|\[INST\]/u;
  fc.assert(
    fc.property(text, (written) => {
      const shown = neutralise(written);
      return !acting.test(shown) && neutralise(shown) === shown;
    }),
  );
});
