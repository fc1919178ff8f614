import { Config, type ModelPrices } from '@assay/schema';
import { createMistakes } from './documents/mistakes.ts';
import { readDocument } from './documents/read-document.ts';
import { checkDocument } from './loading.ts';

// other errors in the configuration are not reported here
const Priced = Config.pick({ prices: true }).loose();

/** Reads the prices of a configuration file. Errors use paths relative to the folder. */
export async function readPricesOf(file: string, folder: string): Promise<ModelPrices> {
  const mistakes = createMistakes(folder);
  const document = await readDocument(file, mistakes);
  if (document !== undefined) checkDocument(document, { schema: Priced, mistakes });
  mistakes.throwIfAny();
  return Priced.parse(document?.value).prices;
}
