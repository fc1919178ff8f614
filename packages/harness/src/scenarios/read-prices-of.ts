import { Config, type ModelPrices } from '@assay/schema';
import { createMistakes } from './documents/mistakes.ts';
import { readDocument } from './documents/read-document.ts';
import { checkDocument } from './loading.ts';

// whoever only wants to know these is not told what else is wrong
const Priced = Config.pick({ prices: true }).loose();

/** The prices that a configuration file names; what is wrong with them is told by paths as seen from a folder. */
export async function readPricesOf(file: string, folder: string): Promise<ModelPrices> {
  const mistakes = createMistakes(folder);
  const document = await readDocument(file, mistakes);
  if (document !== undefined) checkDocument(document, { schema: Priced, mistakes });
  mistakes.throwIfAny();
  return Priced.parse(document?.value).prices;
}
