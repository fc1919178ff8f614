import { readSearchText, type Search } from '../../search.ts';

export const RANGES = [
  { id: 'this_month', title: 'This month', period: 'day' },
  { id: 'last_month', title: 'Last month', period: 'day' },
  { id: '90d', title: '90 days', period: 'week' },
  { id: '12m', title: '12 months', period: 'month' },
] as const;
export const PERIODS = [
  { id: 'day', title: 'Day' },
  { id: 'week', title: 'Week' },
  { id: 'month', title: 'Month' },
] as const;
export const GROUPINGS = [
  { id: 'agent', title: 'Agent' },
  { id: 'model', title: 'Model' },
  { id: 'scenario', title: 'Scenario' },
  { id: 'label', title: 'Label' },
] as const;
export const MEASURES = [
  { id: 'cost', title: 'Cost' },
  { id: 'runs', title: 'Runs' },
  { id: 'rate', title: 'Pass rate' },
] as const;
const COLUMNS = ['name', 'cost', 'runs', 'rate', 'per_run'] as const;

type Id<List extends readonly { readonly id: string }[]> = List[number]['id'];

/** What the page shows; the address has what differs from the default. */
export interface TrendsState {
  readonly range: Id<typeof RANGES>;
  readonly period: Id<typeof PERIODS>;
  readonly by: Id<typeof GROUPINGS>;
  readonly show: Id<typeof MEASURES>;
  readonly sort: (typeof COLUMNS)[number];
  readonly order: 'asc' | 'desc';
}

/** Reads the state from the URL. Unknown values are replaced by the defaults: the URL is untrusted. */
export function readTrendsState(search: Search): TrendsState {
  const pick = <One extends string>(name: string, known: readonly One[], otherwise: One): One => {
    const text = readSearchText(search, name);
    return known.find((one) => one === text) ?? otherwise;
  };
  const range = pick('range', ids(RANGES), '90d');
  const sort = pick('sort', COLUMNS, 'cost');
  return {
    range,
    period: pick('period', ids(PERIODS), RANGES.find(({ id }) => id === range)?.period ?? 'week'),
    by: pick('by', ids(GROUPINGS), 'agent'),
    show: pick('show', ids(MEASURES), 'cost'),
    sort,
    order: pick('order', ['asc', 'desc'], sort === 'name' ? 'asc' : 'desc'),
  };
}

const ids = <List extends readonly { readonly id: string }[]>(list: List): Id<List>[] => list.map(({ id }) => id);

const DAY_MS = 86_400_000;
const DAYS = 90;

/** The first and the last day of a range, in UTC. */
export function findDays(
  range: TrendsState['range'],
  now_ms: number,
): { readonly since: string; readonly until: string } {
  const now = new Date(now_ms);
  const month = (offset: number, day = 1): string =>
    toDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, day));
  switch (range) {
    case 'this_month':
      return { since: month(0), until: toDay(now_ms) };
    case 'last_month':
      return { since: month(-1), until: month(0, 0) };
    case '90d':
      return { since: toDay(now_ms - (DAYS - 1) * DAY_MS), until: toDay(now_ms) };
    case '12m':
      return { since: month(-11), until: toDay(now_ms) };
  }
}

/** The first days of all periods of a range, including those without runs. */
export function listStarts(
  { since, until }: { since: string; until: string },
  period: TrendsState['period'],
): string[] {
  const starts: string[] = [];
  for (let at = startOf(Date.parse(since), period); at <= Date.parse(until); at = nextStart(at, period))
    starts.push(toDay(at));
  return starts;
}

function startOf(ms: number, period: TrendsState['period']): number {
  const day = new Date(ms);
  if (period === 'month') return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
  // weeks start on Monday
  return period === 'week' ? ms - ((day.getUTCDay() + 6) % 7) * DAY_MS : ms;
}

function nextStart(ms: number, period: TrendsState['period']): number {
  if (period === 'day') return ms + DAY_MS;
  if (period === 'week') return ms + 7 * DAY_MS;
  const day = new Date(ms);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
}

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
const SHORT_MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `October`. */
export const formatMonth = (start: string): string => MONTH.format(new Date(start));

/** `Oct 5`, or `Oct 2026` for a month. */
export const formatStart = (start: string, period: TrendsState['period']): string =>
  (period === 'month' ? SHORT_MONTH : SHORT_DAY).format(new Date(start));
