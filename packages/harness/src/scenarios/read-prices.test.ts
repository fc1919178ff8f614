import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../detect/test/workspace.ts';
import { readPrices } from './read-prices.ts';

const PRICES = 'prices:\n  - { model: house-*, input: 2, output: 8 }\n';
const prices = [{ model: 'house-*', input: 2, output: 8 }];

test.each([
  { files: {}, found: [], why: 'no configuration' },
  { files: { 'assay.config.yaml': 'agents: []\n' }, found: [], why: 'it has no prices' },
  { files: { 'assay.config.yaml': PRICES }, found: prices, why: 'it has prices' },
  { files: { 'assay.config.json': JSON.stringify({ prices }) }, found: prices, why: 'in another format' },
  { files: { 'assay.config.yaml': `${PRICES}agents: 7\n` }, found: prices, why: 'other errors are ignored' },
  { files: { 'axis.config.json': JSON.stringify({ prices }) }, found: [], why: 'a configuration of another tool' },
])('the prices of a folder are $found: $why', async ({ files, found }) => {
  using folder = scratchFolder();
  putFiles(folder.path, files as Readonly<Record<string, string>>);
  expect(await readPrices(folder.path)).toEqual(found);
});

test('reports invalid prices with their position', async () => {
  using folder = scratchFolder();
  putFiles(folder.path, { 'assay.config.yaml': 'prices:\n  - { model: house, input: cheap }\n' });
  const error = await readPrices(folder.path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_config' });
  expect((error as Error).message).toContain(
    'assay.config.yaml:2:28 prices[0].input: expected a number, found "cheap"',
  );
  expect((error as Error).message).toContain('prices[0].output');
});
