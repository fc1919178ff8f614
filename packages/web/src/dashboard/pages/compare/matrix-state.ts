import { readSearchText, readSearchTexts, type Search } from '../../search.ts';

/** The state of the matrix, as in the URL. */
export interface MatrixState {
  readonly columns: 'agent' | 'label';
  /** Up to two names of columns: the baseline, then the candidate. */
  readonly picked: readonly string[];
  /** A column, or null for the names of the scenarios. */
  readonly sort: string | null;
  readonly order: 'asc' | 'desc';
}

/** Sorts by the total of all columns. No agent id or label is empty. */
export const ALL_COLUMNS = '';

/** Reads the state. Also accepts `?baseline_label=main&candidate_label=next` and the same with `agent_id`. */
export function readMatrixState(search: Search): MatrixState {
  const named = (field: string) =>
    ['baseline', 'candidate'].flatMap((side) => readSearchText(search, `${side}_${field}`) ?? []);
  const labels = named('label');
  const picked = [readSearchTexts(search, 'pick'), labels, named('agent_id')].find((names) => names.length > 0) ?? [];
  const sort = search['sort_all'] === undefined ? (readSearchText(search, 'sort') ?? null) : ALL_COLUMNS;
  return {
    columns: readSearchText(search, 'columns') === 'label' || labels.length > 0 ? 'label' : 'agent',
    picked: [...new Set(picked)].slice(0, 2),
    sort,
    order: readSearchText(search, 'order') === 'desc' ? 'desc' : 'asc',
  };
}

/** Without defaults, so that the plain page has a plain address. */
export const writeMatrixState = ({ columns, picked, sort, order }: MatrixState): Search => ({
  columns: columns === 'agent' ? undefined : columns,
  pick: picked,
  sort: sort ?? undefined,
  // an empty text is not kept in an address
  sort_all: sort === ALL_COLUMNS ? '1' : undefined,
  order: order === 'asc' ? undefined : order,
});

/** The state as a share link stores it. The server reads the columns from it, and the two sides. */
export function writeSharedMatrix({ columns, picked, sort, order }: MatrixState): Record<string, string> {
  const [baseline, candidate] = picked;
  return {
    columns,
    order,
    ...(baseline === undefined ? {} : { baseline }),
    ...(candidate === undefined ? {} : { candidate }),
    ...(sort === null ? {} : { sort }),
  };
}

export const readSharedMatrix = (query: Readonly<Record<string, string>>): MatrixState =>
  readMatrixState({ ...query, pick: [query['baseline'], query['candidate']].filter((name) => name !== undefined) });

/** Selects a column or removes it. A third one replaces the one selected first. */
export const togglePick = (picked: readonly string[], name: string): readonly string[] =>
  picked.includes(name) ? picked.filter((one) => one !== name) : [...picked, name].slice(-2);

/** The next state after a click on a column: the lowest pass rates first, then the highest; names from A to Z. */
export const toggleSort = ({ sort, order }: MatrixState, next: string | null): Pick<MatrixState, 'sort' | 'order'> => ({
  sort: next,
  order: sort === next && order === 'asc' ? 'desc' : 'asc',
});
