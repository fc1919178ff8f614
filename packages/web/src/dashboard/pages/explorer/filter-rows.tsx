import { useEffect, useId, useState } from 'react';
import { FILTERS, type FilterInputs, type RunFilter } from './filters.ts';

interface Props {
  readonly filters: FilterInputs;
  readonly filter: (filters: FilterInputs) => void;
}

/** Filters of the explorer. A filter is added by name and enters the URL once it has a value. */
export function FilterRows({ filters, filter }: Props) {
  const [added, setAdded] = useState<readonly string[]>([]);
  const shown = FILTERS.filter(({ name }) => name in filters || added.includes(name));
  const rest = FILTERS.filter((one) => !shown.includes(one));
  const set = (name: string, text: string) => {
    const { [name]: _before, ...others } = filters;
    filter(text === '' ? others : { ...others, [name]: text });
  };
  return (
    <search className="explorer-filters" aria-label="Filters">
      {shown.map((one) => (
        <FilterRow
          key={one.name}
          filter={one}
          value={filters[one.name] ?? ''}
          set={(text) => set(one.name, text)}
          remove={() => {
            setAdded(added.filter((name) => name !== one.name));
            set(one.name, '');
          }}
        />
      ))}
      <select aria-label="Add a filter" value="" onChange={(event) => setAdded([...added, event.target.value])}>
        <option value="">Add a filter…</option>
        {rest.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </search>
  );
}

interface RowProps {
  readonly filter: RunFilter;
  readonly value: string;
  readonly set: (text: string) => void;
  readonly remove: () => void;
}

function FilterRow({ filter, value, set, remove }: RowProps) {
  const { title, unit } = filter;
  const id = useId();
  return (
    <span className="explorer-filter">
      <label htmlFor={id}>{title}</label>
      <FilterControl id={id} filter={filter} value={value} set={set} />
      {unit === undefined ? null : <span className="note">{unit}</span>}
      <button type="button" className="plain" onClick={remove}>
        <span aria-hidden="true">×</span>
        <span className="unseen">Remove the filter {title}</span>
      </button>
    </span>
  );
}

function FilterControl({ id, filter: { kind, choices }, value, set }: Omit<RowProps, 'remove'> & { id: string }) {
  switch (kind) {
    case 'choice':
      return (
        <select id={id} value={value} onChange={(event) => set(event.target.value)}>
          <option value="">any</option>
          {choices?.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      );
    case 'text':
    case 'number':
    case 'date':
      return <Typing id={id} kind={kind} value={value} set={set} />;
  }
}

// debounce: apply the text after this pause
const PAUSE_MS = 300;

interface TypingProps {
  readonly id: string;
  readonly kind: 'text' | 'number' | 'date';
  readonly value: string;
  readonly set: (text: string) => void;
}

function Typing({ id, kind, value, set }: TypingProps) {
  const [text, setText] = useState(value);
  // the value changed elsewhere: history navigation, or the filter was removed
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => set(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <input
      id={id}
      type={kind}
      value={text}
      spellCheck={false}
      autoComplete="off"
      {...(kind === 'number' ? { min: 0, step: 'any' } : {})}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
