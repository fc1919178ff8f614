import { useSyncExternalStore } from 'react';

/** Where in the report the reader is: which run, and which interaction of it is open. Kept in the URL hash. */
export interface Place {
  readonly run: number;
  readonly interaction: string | null;
}

function parsePlace(hash: string): Place {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const run = Number(fields.get('run') ?? 1) - 1;
  return { run: Number.isInteger(run) && run >= 0 ? run : 0, interaction: fields.get('interaction') };
}

function formatPlace({ run, interaction }: Place): string {
  const fields = new URLSearchParams({ run: String(run + 1), ...(interaction === null ? {} : { interaction }) });
  return `#${fields}`;
}

export function usePlace(): Place {
  return parsePlace(useSyncExternalStore(subscribe, () => window.location.hash));
}

/** Another run is a step that "back" undoes; looking at an interaction is not. */
export function goTo(place: Place): void {
  const hash = formatPlace(place);
  if (place.run === parsePlace(window.location.hash).run) window.location.replace(hash);
  else window.location.hash = hash;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
