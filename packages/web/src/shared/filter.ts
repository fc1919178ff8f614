import type { Category, Interaction, TranscriptEntry } from '@assay/schema';
import { interactionEntries, type RunView } from './run-view.ts';

export const CATEGORIES = ['environment', 'service', 'agent'] as const satisfies readonly Category[];

/** Which interactions to show. */
export interface Filter {
  readonly categories: ReadonlySet<Category>;
  readonly errors_only: boolean;
  readonly search: string;
}

export const EVERYTHING: Filter = { categories: new Set(CATEGORIES), errors_only: false, search: '' };

/** The indexes of the interactions that match, in order. */
export function findRows(view: RunView, { categories, errors_only, search }: Filter): number[] {
  const matches = matcherOf(search);
  return view.run.interactions.flatMap((interaction, row) => {
    if (errors_only && !interaction.is_error) return [];
    if (!interaction.categories.some((category) => categories.has(category))) return [];
    return matches === null || mentions(view, interaction, matches) ? [row] : [];
  });
}

/** The entries that contain a text; all if the search is empty. */
export function findEntries<Named extends readonly [string, TranscriptEntry]>(
  entries: readonly Named[],
  search: string,
): readonly Named[] {
  const matches = matcherOf(search);
  if (matches === null) return entries;
  return entries.filter(([id, entry]) => matches.test(id) || matches.test(entry.tool ?? '') || says(entry, matches));
}

/** Matches a literal text, ignoring case; null for an empty search. */
function matcherOf(search: string): RegExp | null {
  const wanted = search.trim();
  return wanted === '' ? null : new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
}

// no index: for a long run it would double the memory of the page
function mentions(view: RunView, interaction: Interaction, matches: RegExp): boolean {
  if (matches.test(interaction.id) || matches.test(interaction.tool ?? interaction.kind)) return true;
  return interactionEntries(view, interaction).some((entry) => says(entry, matches));
}

const says = ({ text, input }: TranscriptEntry, matches: RegExp): boolean =>
  matches.test(text ?? '') || contains(input, matches);

// deeper than any tool's input; limits recursion on hostile data
const MAX_DEPTH = 50;

function contains(value: unknown, matches: RegExp, depth = 0): boolean {
  if (typeof value === 'string') return matches.test(value);
  if (typeof value !== 'object' || value === null) return matches.test(String(value ?? ''));
  if (depth === MAX_DEPTH) return false;
  return Object.entries(value).some(([name, part]) => matches.test(name) || contains(part, matches, depth + 1));
}
