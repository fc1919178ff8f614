import { DISAGREEMENTS } from '../../../shared/disagreements.ts';
import { formatName } from '../../../shared/format.ts';
import { RESULTS } from '../../../shared/result.ts';
import { readSearchText, type Search } from '../../search.ts';

/** A filter of the run list. Its name is the same in the URL and the API. */
export type Filter = { readonly name: string; readonly title: string } & (
  | { readonly kind: 'text'; readonly placeholder: string }
  | { readonly kind: 'points'; readonly placeholder: string }
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
);

interface Choice {
  readonly value: string;
  readonly title: string;
}

const same = (...values: readonly string[]): Choice[] => values.map((value) => ({ value, title: value }));

/** The filters, in display order. */
export const FILTERS: readonly Filter[] = [
  { name: 'result', title: 'Result', kind: 'choice', choices: same(...RESULTS) },
  { name: 'scenario', title: 'Scenario', kind: 'text', placeholder: 'any' },
  { name: 'agent_id', title: 'Agent', kind: 'text', placeholder: 'any' },
  { name: 'label', title: 'Label', kind: 'text', placeholder: 'any' },
  {
    name: 'status',
    title: 'Status',
    kind: 'choice',
    choices: same('queued', 'running', 'finished', 'cancelled', 'abandoned'),
  },
  { name: 'outcome', title: 'Outcome', kind: 'choice', choices: same('COMPLETED', 'BLOCKED', 'FAILED') },
  { name: 'overall', title: 'Scorers', kind: 'choice', choices: same('PASS', 'FAIL', 'N/A', 'ERROR') },
  {
    name: 'judge',
    title: 'Judge',
    kind: 'choice',
    choices: [
      ...same('PASS', 'FAIL', 'UNPARSEABLE'),
      { value: 'not_asked', title: 'not asked' },
      { value: 'not_applicable', title: 'not applicable' },
    ],
  },
  { name: 'tier', title: 'Tier', kind: 'choice', choices: same('Elite', 'Gold', 'Silver', 'Bronze', 'Unranked') },
  {
    name: 'disagreement',
    title: 'Disagreement',
    kind: 'choice',
    choices: DISAGREEMENTS.map((value) => ({ value, title: formatName(value) })),
  },
  { name: 'min_axis_score', title: 'AXIS from', kind: 'points', placeholder: '0' },
  { name: 'max_axis_score', title: 'AXIS to', kind: 'points', placeholder: '100' },
  {
    name: 'days',
    title: 'Since',
    kind: 'choice',
    choices: [
      { value: '1', title: 'a day ago' },
      { value: '7', title: 'a week ago' },
      { value: '30', title: '30 days ago' },
    ],
  },
];

/** The values of the filters, by name. */
export type RunQuery = Readonly<Record<string, string>>;

/** Reads the filters from the URL. Invalid values are dropped: the URL is untrusted. */
export function readFilters(search: Search): RunQuery {
  return Object.fromEntries(
    FILTERS.flatMap((filter) => {
      const value = readSearchText(search, filter.name)?.trim() ?? '';
      if (value === '') return [];
      if (filter.kind === 'choice' && !filter.choices.some((choice) => choice.value === value)) return [];
      if (filter.kind === 'points' && !isPoints(value)) return [];
      return [[filter.name, value]];
    }),
  );
}

/** Whether a text is a score: a whole number from 0 to 100. */
const isPoints = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= 100;

const DAY_MS = 86_400_000;

/** The query parameters of the API, which takes an instant instead of days. */
export function toApiQuery({ days, ...query }: RunQuery, now: number): RunQuery {
  if (days === undefined) return query;
  return { ...query, since: new Date(now - Number(days) * DAY_MS).toISOString() };
}

/** A canonical form: equal queries give the same text. */
export const formatFilters = (query: RunQuery): string =>
  new URLSearchParams(
    FILTERS.flatMap(({ name }) => (query[name] === undefined ? [] : [[name, query[name]]])),
  ).toString();
