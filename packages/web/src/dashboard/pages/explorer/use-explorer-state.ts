import { useNavigate, useSearch } from '@tanstack/react-router';
import { readSearchText, readSearchTexts, type Search } from '../../search.ts';
import { FIELDS, findField, type RunField } from './fields.ts';
import { FILTERS, type FilterInputs, readFilterInputs } from './filters.ts';

/** The state of the explorer: filters, columns, group and chart. */
export interface ExplorerState {
  readonly filters: FilterInputs;
  readonly columns: readonly RunField[];
  /** Whether the columns are the usual ones. */
  readonly is_usual: boolean;
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
export function useExplorerState() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const asked = readSearchTexts(search, 'column');
  const names = asked.length === 0 ? USUAL : asked;
  const look: ExplorerState = {
    filters: readFilterInputs(search),
    is_usual: asked.length === 0,
    columns: FIELDS.filter(({ name }) => names.includes(name)),
    group: findField(readSearchText(search, 'group')),
    chart: readSearchText(search, 'chart') ?? 'trend',
  };
  const change = (some: Readonly<Record<string, string | readonly string[] | undefined>>, replace = false) =>
    void navigate({ to: '/explorer', search: { ...search, ...some } as never, replace, resetScroll: false });
  const filter = (filters: FilterInputs) =>
    change({ ...Object.fromEntries(FILTERS.map(({ name }) => [name, undefined])), ...filters });
  return { look, change, filter };
}
