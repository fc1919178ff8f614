import { expect, test } from 'vitest';
import { fitBody } from './fit-body.ts';

test('a text that fits stays as it is', () => {
  expect(fitBody('| a |\n')).toBe('| a |\n');
});

test('a longer one ends with a whole line, and says that something is missing', () => {
  const fitted = fitBody('| a row of a table |\n'.repeat(10_000));
  expect(fitted.length).toBeLessThan(65_536);
  expect(fitted).toMatch(/\| a row of a table \|\n\n\(The rest is left out/);
});
