import { formatPath, listValidationIssues, Scenario, type ValidationIssue } from '@assay/schema';
import type { Draft } from './draft.ts';

/** The errors of a draft, by field path: `scorers[2].timeout_s`. */
export type DraftErrors = ReadonlyMap<string, string>;

/** Validates a draft with the schema that the server uses. */
export function findDraftErrors(draft: Draft): DraftErrors {
  const found = new Map<string, string>();
  for (const fault of listValidationIssues(Scenario, draft)) {
    const place = formatPath(fault.path);
    if (!found.has(place)) found.set(place, describeFault(fault, draft));
  }
  return found;
}

function describeFault({ path, expected, found, hint }: ValidationIssue, draft: Draft): string {
  const suggestion = hint === undefined ? '' : `. Did you mean ${hint}?`;
  if (expected === 'no such field') return `Unknown field${suggestion}`;
  const value = path.reduce<unknown>((outer, key) => (outer as Record<PropertyKey, unknown> | null)?.[key], draft);
  if (value === '') return 'Enter a value';
  if (Array.isArray(value) && value.length === 0) return 'Enter at least one item';
  return `Expected ${expected}, found ${found}${suggestion}`;
}
