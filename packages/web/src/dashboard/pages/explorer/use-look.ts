import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Search, textOf, textsOf } from '../../search.ts';
import { FIELDS, fieldOf, type RunField } from './fields.ts';
import { FILTERS, readTyped, type Typed } from './filters.ts';

/** The state of the explorer: filters, columns, group and chart. */
export interface Look {
  readonly filters: Typed;
  readonly columns: readonly RunField[];
  readonly group: RunField | undefined;
  readonly chart: string;
}

const USUAL = [
  'result',
  'review',
  'result_reason.message',
  'scenario',
  'agent_id',
  'score',
  'tier',
  'cost_usd_micros',
  'wall_ms',
  'created_at',
];

/** Keeps the state in the URL, so that it can be shared. */
export function useLook() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const asked = textsOf(search, 'column');
  const names = asked.length === 0 ? USUAL : asked;
  const look: Look = {
    filters: readTyped(search),
    columns: FIELDS.filter(({ name }) => names.includes(name)),
    group: fieldOf(textOf(search, 'group')),
    chart: textOf(search, 'chart') ?? 'trend',
  };
  const change = (some: Readonly<Record<string, string | readonly string[] | undefined>>, replace = false) =>
    void navigate({ to: '/explorer', search: { ...search, ...some } as never, replace, resetScroll: false });
  const filter = (filters: Typed) =>
    change({ ...Object.fromEntries(FILTERS.map(({ name }) => [name, undefined])), ...filters });
  return { look, change, filter };
}
