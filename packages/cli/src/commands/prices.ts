import { readPrices } from '@assay/harness';
import { AssayError, type ModelPrice } from '@assay/schema';
import { findPrice, PRICE_TABLE, PRICES_CHECKED } from '@assay/transcripts';
import type { Run } from '../command.ts';
import { importPrices, readImportedPrices } from '../imported-prices.ts';
import { parseOptions } from '../terminal/options.ts';
import { escapeControls, writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay prices [MODEL…] [--json]
       assay prices --import FILE

Shows the model prices that are used if a session reports no cost, in US dollars per million tokens. The first price
that matches a model counts: \`prices\` in the configuration of this folder, then imported prices, then the built-in
table. A name ending in * matches any suffix.

  MODEL          show only the price of this model
  --import FILE  replace your imported prices with those of a JSON file: a list as under \`prices\`, or LiteLLM's
                 model_prices_and_context_window.json
  --json         print one JSON document: {prices}
`;

type Sourced = ModelPrice & { readonly source: string };

export const run: Run = async (args) => {
  const { values, positionals } = parseOptions(args, {
    help: { type: 'boolean', short: 'h' },
    import: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    await writeOut(HELP);
    return 0;
  }
  if (values.import !== undefined) return await importFile(values.import);
  const all = await listPrices();
  const shown = positionals.length === 0 ? all : positionals.map((model) => findNamed(model, all));
  await writeOut(values.json ? `${JSON.stringify({ prices: shown })}\n` : drawPrices(shown));
  return 0;
};

async function importFile(path: string): Promise<number> {
  const { stored, skipped } = await importPrices(path, new Date().toISOString().slice(0, 10));
  await writeOut(
    `${stored} prices imported${skipped > 0 ? `, ${skipped} entries without token prices skipped` : ''}\n`,
  );
  return 0;
}

async function listPrices(): Promise<Sourced[]> {
  const imported = await readImportedPrices();
  const from = (source: string) => (price: ModelPrice) => ({ ...price, source });
  return [
    ...(await readPrices(process.cwd())).map(from('configuration')),
    ...(imported?.prices ?? []).map(from(`imported ${imported?.imported}`)),
    ...PRICE_TABLE.map(from(`built-in, checked ${PRICES_CHECKED}`)),
  ];
}

function findNamed(model: string, all: readonly Sourced[]): Sourced {
  const found = findPrice(model, all);
  if (found !== undefined) return found;
  throw new AssayError(
    'usage',
    `no price is known for ${model}; add it under \`prices\` in assay.config.yaml, such as {model: ${model}, input: 3, output: 15}, or import a table with --import`,
  );
}

function drawPrices(prices: readonly Sourced[]): string {
  const rows = [
    ['model', 'input', 'cached', 'cache write', 'output', 'source'],
    ...prices.map(({ model, input, cached_input = input, cache_write = input, output, source }) => [
      escapeControls(model),
      ...[input, cached_input, cache_write, output].map(String),
      escapeControls(source),
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map(
    (row) =>
      `${row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
  );
  return `US dollars per million tokens\n\n${lines.join('')}`;
}
