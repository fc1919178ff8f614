import { type FormEvent, useState } from 'react';
import { visibleLine } from '../../../shared/visible.ts';
import { formatFilters, type RunQuery } from './filters.ts';
import { useViews, viewQuery } from './views.ts';

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
