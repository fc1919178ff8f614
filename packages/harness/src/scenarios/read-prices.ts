import type { ModelPrices } from '@assay/schema';
import { findConfig } from './documents/find-files.ts';

/** The prices that the configuration of a folder names; none where it names none, or there is none. */
export async function readPrices(folder: string): Promise<ModelPrices> {
  const found = await findConfig(folder);
  const [file] = found?.files ?? [];
  if (found?.kind !== 'assay' || file === undefined) return [];
  // most folders have none, and need nothing of this
  const { readPricesOf } = await import('./read-prices-of.ts');
  return await readPricesOf(file, folder);
}
