import { Config, type ModelPrices } from '@assay/schema';
import { findConfig } from './find-files.ts';
import { checkDocument } from './loading.ts';
import { createMistakes } from './mistakes.ts';
import { readDocument } from './read-document.ts';

// whoever only wants to know these is not told what else is wrong
const Priced = Config.pick({ prices: true }).loose();

/** The prices that the configuration of a folder names; none where it names none, or there is none. */
export async function readPrices(folder: string): Promise<ModelPrices> {
  const found = await findConfig(folder);
  const [file] = found?.files ?? [];
  if (found?.kind !== 'assay' || file === undefined) return [];
  const mistakes = createMistakes(folder);
  const document = await readDocument(file, mistakes);
  if (document !== undefined) checkDocument(document, { schema: Priced, mistakes });
  mistakes.throwIfAny();
  return Priced.parse(document?.value).prices;
}
