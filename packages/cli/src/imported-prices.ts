import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readPrices } from '@assay/harness';
import { AssayError, ModelPrice, type ModelPrices } from '@assay/schema';
import { at, isObject, type Json, number } from '@assay/schema/json';
import { configFolder } from './config.ts';

/** The price table that the user imported. */
export interface ImportedPrices {
  /** The day of the import. */
  readonly imported: string;
  readonly prices: ModelPrices;
}

const file = (): string => join(configFolder(), 'prices.json');

/** Own prices for a folder: those of its configuration, then those the user imported. */
export async function readOwnPrices(
  folder: string,
  options: { readonly data_only?: boolean } = {},
): Promise<ModelPrices> {
  return [...(await readPrices(folder, options)), ...((await readImportedPrices())?.prices ?? [])];
}

export async function readImportedPrices(): Promise<ImportedPrices | undefined> {
  const json = await readFile(file(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new AssayError('unreadable_file', `${file()} cannot be read: ${error.code ?? error.message}`);
  });
  if (json === undefined) return undefined;
  const stored = parseJson(json, file());
  return {
    imported: String(at(stored, 'imported') ?? 'unknown day'),
    prices: parsePrices(at(stored, 'prices')).prices,
  };
}

/** Stores the prices of a file for later; returns how many were stored and how many were skipped. */
export async function importPrices(path: string, today: string): Promise<{ stored: number; skipped: number }> {
  const json = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${path} cannot be read: ${error.code ?? error.message}`);
  });
  const { prices, skipped } = parsePrices(parseJson(json, path));
  if (prices.length === 0) throw new AssayError('unreadable_file', `${path} contains no model prices`);
  await mkdir(dirname(file()), { recursive: true });
  await writeFile(file(), `${JSON.stringify({ imported: today, prices } satisfies ImportedPrices, null, 2)}\n`);
  return { stored: prices.length, skipped };
}

function parseJson(json: string, path: string): Json {
  try {
    return JSON.parse(json);
  } catch {
    throw new AssayError('unreadable_file', `${path} is not JSON`);
  }
}

/** Reads a list of prices as in a configuration, or LiteLLM's table: an object with dollars per token by model. */
export function parsePrices(value: Json): { prices: ModelPrice[]; skipped: number } {
  const rows: readonly Json[] = Array.isArray(value)
    ? value
    : isObject(value)
      ? Object.entries(value).map(([model, costs]) => fromLiteLlm(model, costs))
      : [];
  const prices = rows.flatMap((row) => ModelPrice.safeParse(row).data ?? []);
  return { prices, skipped: rows.length - prices.length };
}

function fromLiteLlm(model: string, costs: Json): Json {
  const perMillion = (field: string) => {
    const usd = number(at(costs, field));
    // rounded, because dollars per token are written with few digits
    return usd === undefined ? undefined : Number((usd * 1e6).toPrecision(12));
  };
  const [cached_input, cache_write] = ['cache_read_input_token_cost', 'cache_creation_input_token_cost'].map(
    perMillion,
  );
  return {
    model,
    input: perMillion('input_cost_per_token'),
    output: perMillion('output_cost_per_token'),
    ...(cached_input === undefined ? {} : { cached_input }),
    ...(cache_write === undefined ? {} : { cache_write }),
  };
}
