import type { Category, Interaction, TranscriptEntry } from '@assay/schema';
import { entriesOf, type RunView } from './run-view.ts';

export const CATEGORIES = ['environment', 'service', 'agent'] as const satisfies readonly Category[];

/** Which interactions to show. */
export interface Filter {
  readonly categories: ReadonlySet<Category>;
  readonly errors_only: boolean;
  readonly search: string;
}

export const EVERYTHING: Filter = { categories: new Set(CATEGORIES), errors_only: false, search: '' };

/** The rows that pass, in order, as their places among all interactions. */
export function findRows(view: RunView, { categories, errors_only, search }: Filter): number[] {
  const matches = matcherOf(search);
  return view.run.interactions.flatMap((interaction, row) => {
    if (errors_only && !interaction.is_error) return [];
    if (!interaction.categories.some((category) => categories.has(category))) return [];
    return matches === null || mentions(view, interaction, matches) ? [row] : [];
  });
}

/** The entries that say something, each with its id. All of them when nothing is looked for. */
export function findEntries<Named extends readonly [string, TranscriptEntry]>(
  entries: readonly Named[],
  search: string,
): readonly Named[] {
  const matches = matcherOf(search);
  if (matches === null) return entries;
  return entries.filter(([id, entry]) => matches.test(id) || matches.test(entry.tool ?? '') || says(entry, matches));
}

/** Finds a text as it stands, whatever its letters; null when there is nothing to find. */
function matcherOf(search: string): RegExp | null {
  const wanted = search.trim();
  return wanted === '' ? null : new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'i');
}

// looked up in place: an index of a long run would double what the page holds
function mentions(view: RunView, interaction: Interaction, matches: RegExp): boolean {
  if (matches.test(interaction.id) || matches.test(interaction.tool ?? interaction.kind)) return true;
  return entriesOf(view, interaction).some((entry) => says(entry, matches));
}

const says = ({ text, input }: TranscriptEntry, matches: RegExp): boolean =>
  matches.test(text ?? '') || contains(input, matches);

// deeper than any tool's input; data nested without end must not take the page down
const MAX_DEPTH = 50;

function contains(value: unknown, matches: RegExp, depth = 0): boolean {
  if (typeof value === 'string') return matches.test(value);
  if (typeof value !== 'object' || value === null) return matches.test(String(value ?? ''));
  if (depth === MAX_DEPTH) return false;
  return Object.entries(value).some(([name, part]) => matches.test(name) || contains(part, matches, depth + 1));
}
