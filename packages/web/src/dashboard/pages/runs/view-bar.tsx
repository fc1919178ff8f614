import { type FormEvent, useState } from 'react';
import { visibleLine } from '../../../shared/visible.ts';
import { parseSearch } from '../../search.ts';
import { readStored, useStoredText, writeStored } from '../../stored.ts';
import { formatFilters, type RunQuery, readFilters } from './filters.ts';

// focus the field when it appears
const focus = (field: HTMLInputElement | null) => field?.focus();

/** The saved views, and controls to save or delete one. */
export function ViewBar({ query, look }: { query: RunQuery; look: (query: RunQuery) => void }) {
  const { views, save, remove } = useViews();
  const [name, setName] = useState<string | null>(null);
  const now = formatFilters(query);
  const current = views.find(({ filters }) => filters === now);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = (name ?? '').trim();
    if (wanted !== '') save(wanted, query);
    setName(null);
  };
  return (
    <div className="views">
      <button type="button" className="view" aria-pressed={now === ''} onClick={() => look({})}>
        All runs
      </button>
      {views.map((view) => (
        <button
          key={view.name}
          type="button"
          className="view"
          aria-pressed={view === current}
          onClick={() => look(viewQuery(view))}
        >
          <bdi>{visibleLine(view.name)}</bdi>
        </button>
      ))}
      {current === undefined ? null : (
        <button type="button" className="plain" onClick={() => remove(current.name)}>
          Delete view
        </button>
      )}
      {now === '' || current !== undefined || name !== null ? null : (
        <button type="button" className="plain" onClick={() => setName('')}>
          Save view
        </button>
      )}
      {name === null ? null : (
        <form onSubmit={onSubmit} className="view-form">
          <input
            type="text"
            aria-label="View name"
            placeholder="View name"
            maxLength={60}
            ref={focus}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => (event.key === 'Escape' ? setName(null) : undefined)}
          />
          <button type="submit">Save</button>
        </form>
      )}
    </div>
  );
}

/** A named set of filters, stored in this browser. */
interface View {
  readonly name: string;
  /** As in the URL. */
  readonly filters: string;
}

const MAX_VIEWS = 50;

function useViews() {
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

const viewQuery = ({ filters }: View): RunQuery => readFilters(parseSearch(`?${filters}`));

const parseViews = (value: unknown): View[] | undefined =>
  Array.isArray(value) ? value.filter(isView).slice(-MAX_VIEWS) : undefined;

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as View).name === 'string' &&
  typeof (value as View).filters === 'string';
