import { type RefObject, useEffect, useState } from 'react';
import { FILTERS, type Filter, type RunQuery } from './filters.ts';

interface Props {
  readonly query: RunQuery;
  readonly change: (name: string, value: string, replace?: boolean) => void;
  readonly clear: () => void;
  readonly first: RefObject<HTMLInputElement | null>;
}

/** The filter that `/` focuses. */
const FIRST_TEXT = FILTERS.findIndex(({ kind }) => kind === 'text');

/** Filters of the run list. Every change goes to the URL at once. */
export function FilterBar({ query, change, clear, first }: Props) {
  return (
    <search className="filter-bar" aria-label="Filters">
      {FILTERS.map((filter, index) => (
        <div key={filter.name} className="filter" data-set={query[filter.name] === undefined ? undefined : true}>
          <label htmlFor={`filter-${filter.name}`}>{filter.title}</label>
          <Control
            filter={filter}
            value={query[filter.name] ?? ''}
            change={(value, replace) => change(filter.name, value, replace)}
            {...(index === FIRST_TEXT ? { input: first } : {})}
          />
        </div>
      ))}
      {Object.keys(query).length === 0 ? null : (
        <button type="button" className="plain" onClick={clear}>
          Clear
        </button>
      )}
    </search>
  );
}

interface ControlProps {
  readonly filter: Filter;
  readonly value: string;
  readonly change: (value: string, replace: boolean) => void;
  readonly input?: RefObject<HTMLInputElement | null>;
}

function Control({ filter, value, change, input }: ControlProps) {
  switch (filter.kind) {
    case 'text':
    case 'points':
      return <TextControl filter={filter} value={value} change={change} {...(input ? { input } : {})} />;
    case 'choice':
      return (
        <select id={`filter-${filter.name}`} value={value} onChange={(event) => change(event.target.value, false)}>
          <option value="">any</option>
          {filter.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      );
  }
}

// debounce: apply the text after this pause
const PAUSE_MS = 250;

interface TextProps extends ControlProps {
  readonly filter: Extract<Filter, { kind: 'text' | 'points' }>;
}

function TextControl({ filter, value, change, input }: TextProps) {
  const [text, setText] = useState(value);
  // the value changed elsewhere: history navigation, cleared filters or a saved view
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => change(text.trim(), true), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <input
      type="search"
      inputMode={filter.kind === 'points' ? 'numeric' : undefined}
      ref={input}
      id={`filter-${filter.name}`}
      placeholder={filter.placeholder}
      value={text}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setText(filter.kind === 'points' ? pointsIn(event.target.value) : event.target.value)}
    />
  );
}

/** Reduces text to a score from 0 to 100: the server rejects anything else. */
function pointsIn(text: string): string {
  const digits = text.replace(/\D/g, '');
  return digits === '' ? '' : String(Math.min(100, Number(digits)));
}
