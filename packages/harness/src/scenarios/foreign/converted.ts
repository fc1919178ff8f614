import { Scenario } from '@assay/schema';
import { checkScenario } from '../check-scenario.ts';
import type { ConfigErrors } from '../documents/config-errors.ts';
import type { Document } from '../documents/read-document.ts';
import { checkDocument, type Loading } from '../loading.ts';

interface Origin {
  readonly document: Document;
  readonly base: string;
  readonly loading: Loading;
  /** Maps a path of the scenario to the path in the file. */
  rename(path: readonly PropertyKey[]): readonly PropertyKey[];
}

/** Checks a scenario converted from another tool's file. Errors use the names of that file. */
export async function checkConverted(value: unknown, origin: Origin): Promise<Scenario | undefined> {
  const { document, base, loading, rename } = origin;
  const mistakes: ConfigErrors = {
    ...loading.mistakes,
    add: (file, fault) => loading.mistakes.add(file, { ...fault, path: rename(fault.path) }),
  };
  const converted = { ...document, value, locate: (path: readonly PropertyKey[]) => document.locate(rename(path)) };
  const before = loading.mistakes.count;
  await checkScenario(converted, { base, mistakes });
  checkDocument(converted, { schema: Scenario, mistakes });
  return loading.mistakes.count === before ? Scenario.parse(value) : undefined;
}
