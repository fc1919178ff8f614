import { readSearchText, type Search } from '../../search.ts';
import { CHOICES } from './choices.ts';

/** A filter of the API. Input uses the displayed unit; the query uses the unit of the data. */
export interface RunFilter {
  readonly name: string;
  readonly title: string;
  readonly kind: 'text' | 'choice' | 'number' | 'date';
  readonly choices?: readonly string[];
  readonly unit?: string;
  /** Factor from the input unit to the query unit. */
  readonly times?: number;
}

export const FILTERS: readonly RunFilter[] = [
  { name: 'result', ...CHOICES.result },
  { name: 'scenario', title: 'Scenario', kind: 'text' },
  { name: 'agent_id', title: 'Agent', kind: 'text' },
  { name: 'label', title: 'Label', kind: 'text' },
  { name: 'status', ...CHOICES.status },
  { name: 'outcome', ...CHOICES.outcome },
  { name: 'overall', ...CHOICES.overall },
  { name: 'judge', ...CHOICES.judge },
  { name: 'tier', ...CHOICES.tier },
  { name: 'disagreement', ...CHOICES.disagreement },
  { name: 'min_score', title: 'Scorecard from', kind: 'number', unit: 'points', times: 1 },
  { name: 'max_score', title: 'Scorecard to', kind: 'number', unit: 'points', times: 1 },
  { name: 'min_axis_score', title: 'AXIS from', kind: 'number', unit: 'points', times: 1 },
  { name: 'max_axis_score', title: 'AXIS to', kind: 'number', unit: 'points', times: 1 },
  { name: 'min_cost_usd_micros', title: 'Cost from', kind: 'number', unit: '$', times: 1_000_000 },
  { name: 'max_cost_usd_micros', title: 'Cost to', kind: 'number', unit: '$', times: 1_000_000 },
  { name: 'min_wall_ms', title: 'Duration from', kind: 'number', unit: 's', times: 1_000 },
  { name: 'max_wall_ms', title: 'Duration to', kind: 'number', unit: 's', times: 1_000 },
  { name: 'since', title: 'Created since', kind: 'date' },
  { name: 'until', title: 'Created until', kind: 'date' },
];

/** The input of each filter that is set, by name. */
export type FilterInputs = Readonly<Record<string, string>>;

/** Reads the filters from the URL. Invalid values are dropped: the URL is untrusted. */
export const readFilterInputs = (search: Search): FilterInputs =>
  Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const text = readSearchText(search, filter.name)?.trim();
      return text === undefined || sentOf(filter, text) === undefined ? [] : [[filter.name, text]];
    }),
  );

/** The filters as query parameters of the API. */
export const toApiQuery = (typed: FilterInputs): Record<string, string> =>
  Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const sent = sentOf(filter, typed[filter.name] ?? '');
      return sent === undefined ? [] : [[filter.name, sent]];
    }),
  );

function sentOf({ kind, choices, times = 1, name }: RunFilter, text: string): string | undefined {
  if (text === '') return undefined;
  switch (kind) {
    case 'text':
      return text;
    case 'choice':
      return choices?.includes(text) ? text : undefined;
    case 'number': {
      const number = Number(text);
      return Number.isFinite(number) && number >= 0 ? String(Math.round(number * times)) : undefined;
    }
    case 'date': {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return undefined;
      // both days are included in full
      return name === 'until' ? `${text}T23:59:59.999Z` : `${text}T00:00:00.000Z`;
    }
  }
}
