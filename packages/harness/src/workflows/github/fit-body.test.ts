import { expect, test } from 'vitest';
import { fitBody } from './fit-body.ts';

test('keeps a text that fits', () => {
  expect(fitBody('| a |\n')).toBe('| a |\n');
});

test('cuts a longer text at a line end and says so', () => {
  const fitted = fitBody('| a row of a table |\n'.repeat(10_000));
  expect(fitted.length).toBeLessThan(65_536);
  expect(fitted).toMatch(/\| a row of a table \|\n\n\(The rest is omitted/);
});
