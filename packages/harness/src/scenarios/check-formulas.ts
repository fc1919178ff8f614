import { findNearest, formatFound } from '@assay/schema';
import { at, isObject, text } from '@assay/schema/json';
import { FORMULAS, GRADE_FORMULAS } from '@assay/scoring';
import type { ConfigErrors } from './documents/config-errors.ts';
import type { Document } from './documents/read-document.ts';

/** Reports every entry of `formulas` that is not a grade formula or has an unknown version. */
export function checkFormulas(document: Document, mistakes: ConfigErrors): void {
  const given = at(document.value, 'formulas');
  if (!isObject(given)) return;
  for (const [name, version] of Object.entries(given)) {
    const path = ['formulas', name];
    const add = (fault: { expected: string; found: string; hint?: string }): void =>
      mistakes.add(document.file, { path, ...fault, position: document.locate(path) });
    if (!GRADE_FORMULAS.some((known) => known === name)) {
      const nearest = findNearest(name, GRADE_FORMULAS);
      const hint = nearest === undefined ? {} : { hint: `did you mean ${nearest}?` };
      add({ expected: `a formula of a grade: ${GRADE_FORMULAS.join(', ')}`, found: formatFound(name), ...hint });
      continue;
    }
    const versions = FORMULAS.filter(({ id }) => id === name).map((formula) => formula.version);
    // the schema reports other types
    if (text(version) === undefined || versions.includes(version as string)) continue;
    add({ expected: `a version of ${name}: ${versions.join(', ')}`, found: formatFound(version) });
  }
}
