import type { ModelPrices } from '@assay/schema';
import { findConfig } from './documents/find-files.ts';

interface Options {
  /** Refuses a configuration in TypeScript or JavaScript, which would be executed. */
  readonly data_only?: boolean;
}

/** The prices in the configuration of a folder; empty without one. */
export async function readPrices(folder: string, options: Options = {}): Promise<ModelPrices> {
  const found = await findConfig(folder);
  const [file] = found?.files ?? [];
  if (found?.kind !== 'assay' || file === undefined) return [];
  // loaded only if needed
  const { readPricesFile: readPricesOf } = await import('./read-prices-file.ts');
  return await readPricesOf(file, { folder, ...options });
}
