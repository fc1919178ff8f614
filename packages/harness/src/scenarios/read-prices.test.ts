import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../detect/test/workspace.ts';
import { readPrices } from './read-prices.ts';

const PRICES = 'prices:\n  - { model: house-*, input: 2, output: 8 }\n';
const prices = [{ model: 'house-*', input: 2, output: 8 }];

test.each([
  { files: {}, found: [], why: 'there is no configuration' },
  { files: { 'assay.config.yaml': 'agents: []\n' }, found: [], why: 'it names none' },
  { files: { 'assay.config.yaml': PRICES }, found: prices, why: 'it names some' },
  { files: { 'assay.config.json': JSON.stringify({ prices }) }, found: prices, why: 'it is another form' },
  { files: { 'assay.config.yaml': `${PRICES}agents: 7\n` }, found: prices, why: 'what else is wrong is not asked for' },
  { files: { 'axis.config.json': JSON.stringify({ prices }) }, found: [], why: 'it is of another tool' },
])('the prices of a folder are $found: $why', async ({ files, found }) => {
  using folder = scratchFolder();
  putFiles(folder.path, files as Readonly<Record<string, string>>);
  expect(await readPrices(folder.path)).toEqual(found);
});

test('prices that are none are told with their place', async () => {
  using folder = scratchFolder();
  putFiles(folder.path, { 'assay.config.yaml': 'prices:\n  - { model: house, input: cheap }\n' });
  const error = await readPrices(folder.path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_config' });
  expect((error as Error).message).toContain(
    'assay.config.yaml:2:28 prices[0].input: expected a number, found "cheap"',
  );
  expect((error as Error).message).toContain('prices[0].output');
});
