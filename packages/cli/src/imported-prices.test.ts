import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, expect, test, vi } from 'vitest';
import { importPrices, parsePrices, readImportedPrices, readOwnPrices } from './imported-prices.ts';

const folder = mkdtempSync(`${tmpdir()}/assay-prices-`);
vi.stubEnv('XDG_CONFIG_HOME', folder);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  {
    value: [{ model: 'house-*', input: 1, output: 2 }],
    prices: [{ model: 'house-*', input: 1, output: 2 }],
    skipped: 0,
  },
  {
    value: {
      sample_spec: { mode: 'chat' },
      'gpt-x': { input_cost_per_token: 0.00000125, output_cost_per_token: 1e-5, cache_read_input_token_cost: 1.25e-7 },
    },
    prices: [{ model: 'gpt-x', input: 1.25, output: 10, cached_input: 0.125 }],
    skipped: 1,
  },
  { value: 'no', prices: [], skipped: 0 },
  {
    value: [{ model: 'house', input: -1, output: 2 }, null, { model: '\u001b[31m', input: 1, output: 1 }],
    prices: [],
    skipped: 3,
  },
])('$value → $prices, $skipped skipped', ({ value, prices, skipped }) => {
  expect(parsePrices(value)).toEqual({ prices, skipped });
});

test('imported prices follow those of the configuration', async () => {
  expect(await readImportedPrices()).toBeUndefined();
  writeFileSync(`${folder}/table.json`, JSON.stringify([{ model: 'b', input: 1, output: 2 }]));
  writeFileSync(`${folder}/assay.config.json`, JSON.stringify({ prices: [{ model: 'a', input: 3, output: 4 }] }));
  expect(await importPrices(`${folder}/table.json`, '2026-11-17')).toEqual({ stored: 1, skipped: 0 });
  expect(await readImportedPrices()).toEqual({ imported: '2026-11-17', prices: [{ model: 'b', input: 1, output: 2 }] });
  expect((await readOwnPrices(folder)).map(({ model }) => model)).toEqual(['a', 'b']);
});

test.each([
  { content: 'no', message: 'is not JSON' },
  { content: '{}', message: 'contains no model prices' },
])('rejects a file with $content', async ({ content, message }) => {
  writeFileSync(`${folder}/bad.json`, content);
  await expect(importPrices(`${folder}/bad.json`, '2026-11-17')).rejects.toThrow(message);
});
