import { useSyncExternalStore } from 'react';

/**
 * Where in the report the reader is: which run, and which interaction of it is open; or, beside all runs, which task of
 * their comparison. Kept in the URL hash.
 */
export interface Place {
  /** Null where none was chosen. */
  readonly run: number | null;
  readonly interaction: string | null;
  readonly task: string | null;
}

function parsePlace(hash: string): Place {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const run = Number(fields.get('run') ?? Number.NaN) - 1;
  return {
    run: Number.isInteger(run) && run >= 0 ? run : null,
    interaction: fields.get('interaction'),
    task: fields.get('task'),
  };
}

/** The hash of a place, also for links. */
export function formatPlace({ run = null, interaction = null, task = null }: Partial<Place>): string {
  if (run === null) return task === null ? '#comparison' : `#${new URLSearchParams({ task })}`;
  return `#${new URLSearchParams({ run: String(run + 1), ...(interaction === null ? {} : { interaction }) })}`;
}

export function usePlace(): Place {
  return parsePlace(useSyncExternalStore(subscribe, () => window.location.hash));
}

/** Another run is a step that "back" undoes; looking at an interaction or a task is not. */
export function goTo(place: Partial<Place>): void {
  const hash = formatPlace(place);
  if ((place.run ?? null) === parsePlace(window.location.hash).run) window.location.replace(hash);
  else window.location.hash = hash;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
