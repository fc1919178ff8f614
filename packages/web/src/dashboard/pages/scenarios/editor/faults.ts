import { formatPath, listFaults, Scenario } from '@assay/schema';
import type { Draft } from './draft.ts';

/** What is wrong with a draft, by the path of the field: `scorers[2].timeout_s`. */
export type Faults = ReadonlyMap<string, string>;

/** Looks at a draft with the schema that the server looks at it with. */
export function findFaults(draft: Draft): Faults {
  const found = new Map<string, string>();
  for (const { path, expected, found: given, hint } of listFaults(Scenario, draft)) {
    const place = formatPath(path);
    const words = `expected ${expected}, found ${given}${hint === undefined ? '' : `; did you mean ${hint}?`}`;
    if (!found.has(place)) found.set(place, words);
  }
  return found;
}
