import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRequirements } from './requirements.ts';

const statements = (...turns: string[]) => findRequirements(turns).map(({ statement }) => statement);

test('sentences with a request are requirements, statements are not', () => {
  const task = 'The parser crashes on empty input. Return an empty list instead. It should not log anything.';
  expect(statements(task)).toEqual(['Return an empty list instead.', 'It should not log anything.']);
});

test('list items are requirements if they or their introduction ask for something', () => {
  const task =
    'Please do the following:\n\n- empty input gives `[]`\n1. whitespace too\n\nSteps to reproduce:\n\n- open the page\n- it is blank';
  expect(statements(task)).toEqual(['empty input gives `[]`', 'whitespace too']);
});

test('skips code, headings and quotations', () => {
  const task = '# Fix it\n\n```\nDo not read this.\n```\n\n> You must not.\n\nRename the flag.\n\n~~~\nAdd x.\n';
  expect(statements(task)).toEqual(['Rename the flag.']);
});

test('a sentence may span several lines', () => {
  expect(statements('Add a flag that\nprints the version\nand exits.')).toEqual([
    'Add a flag that prints the version and exits.',
  ]);
});

test('each requirement appears once, with its first turn', () => {
  expect(findRequirements(['Add a flag.', 'Add a flag. Keep it short.'])).toEqual([
    { statement: 'Add a flag.', turn_first: 1 },
    { statement: 'Keep it short.', turn_first: 2 },
  ]);
});

test('does not repeat tracked constraints', () => {
  expect(findRequirements(['Do not modify tests! Add a flag.'], ['do not modify tests'])).toHaveLength(1);
});

test('a task without recognized requests is one requirement', () => {
  expect(statements('Der Parser stürzt ab.\nBitte beheben.')).toEqual(['Der Parser stürzt ab. Bitte beheben.']);
  expect(statements('')).toEqual([]);
});

test('the list is bounded and deterministic', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Add x. ', 'must ', '\n', '- ', '```', ': ', 'é', 'Fix y! '), { maxLength: 300 }),
      (parts) => {
        const found = findRequirements([parts.join('')]);
        expect(found.length).toBeLessThanOrEqual(20);
        expect(found).toEqual(findRequirements([parts.join('')]));
      },
    ),
  );
  expect(findRequirements([`Add ${'x'.repeat(5000)}.`])[0]?.statement.length).toBeLessThanOrEqual(400);
});
