import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { AssayError, Config } from '@assay/schema';
import { createConfigErrors } from './documents/config-errors.ts';
import { findConfig } from './documents/find-files.ts';
import { readDocument } from './documents/read-document.ts';
import { checkDocument } from './loading.ts';
import { type CustomScorers, openScorers } from './open-scorers.ts';

// other errors in the configuration are not reported here
const Listed = Config.pick({ scorers: true }).loose();

interface ReadOptions {
  /** Files that must not be loaded, such as those of a change under review. */
  readonly refused?: readonly string[];
  readonly signal?: AbortSignal;
}

/** The scorers in the configuration of a folder; none without a configuration. */
export async function readCustomScorers(folder: string, options: ReadOptions = {}): Promise<CustomScorers> {
  const found = await findConfig(folder);
  const [file] = found?.kind === 'assay' ? found.files : [];
  if (file === undefined) return await openScorers([], { base: folder, onError: () => undefined });
  if (options.refused?.includes(realpathSync(file)))
    throw new AssayError(
      'invalid_config',
      `${file} is part of the change, which cannot choose its own scorers. Merge the configuration first, or check without scorers of your own`,
    );
  const mistakes = createConfigErrors(folder);
  const document = await readDocument(file, { mistakes });
  if (document !== undefined) checkDocument(document, { schema: Listed, mistakes });
  mistakes.throwIfAny();
  const custom = await openScorers(Listed.parse(document?.value ?? {}).scorers, {
    ...options,
    base: dirname(file),
    onError: (index, fault) => {
      const path = ['scorers', index];
      mistakes.add(file, { path, ...fault, position: document?.locate(path) });
    },
  });
  mistakes.throwIfAny();
  return custom;
}
