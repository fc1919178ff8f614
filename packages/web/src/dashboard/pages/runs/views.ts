import { parseSearch } from '../../search.ts';
import { readStored, useStoredText, writeStored } from '../../stored.ts';
import { formatFilters, type RunQuery, readFilters } from './filters.ts';

/** A named set of filters, stored in this browser. */
export interface View {
  readonly name: string;
  /** As in the URL. */
  readonly filters: string;
}

const MAX_VIEWS = 50;

export function useViews() {
  useStoredText('views');
  const views = readStored('views', parseViews) ?? [];
  return {
    views,
    save: (name: string, query: RunQuery) => {
      const others = views.filter((view) => view.name !== name);
      writeStored('views', [...others, { name, filters: formatFilters(query) }].slice(-MAX_VIEWS));
    },
    remove: (name: string) =>
      writeStored(
        'views',
        views.filter((view) => view.name !== name),
      ),
  };
}

export const viewQuery = ({ filters }: View): RunQuery => readFilters(parseSearch(`?${filters}`));

const parseViews = (value: unknown): View[] | undefined =>
  Array.isArray(value) ? value.filter(isView).slice(-MAX_VIEWS) : undefined;

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as View).name === 'string' &&
  typeof (value as View).filters === 'string';
