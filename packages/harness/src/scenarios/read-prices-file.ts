import { Config, type ModelPrices } from '@assay/schema';
import { createConfigErrors } from './documents/config-errors.ts';
import { readDocument } from './documents/read-document.ts';
import { checkDocument } from './loading.ts';

// other errors in the configuration are not reported here
const Priced = Config.pick({ prices: true }).loose();

interface Options {
  readonly folder: string;
  readonly data_only?: boolean;
}

/** Reads the prices of a configuration file. Errors use paths relative to the folder. */
export async function readPricesFile(file: string, { folder, data_only = false }: Options): Promise<ModelPrices> {
  const mistakes = createConfigErrors(folder);
  const document = await readDocument(file, { mistakes, data_only });
  if (document !== undefined) checkDocument(document, { schema: Priced, mistakes });
  mistakes.throwIfAny();
  return Priced.parse(document?.value).prices;
}
