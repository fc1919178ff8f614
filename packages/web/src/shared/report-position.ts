import { useSyncExternalStore } from 'react';

/**
 * The position in the report: the run with its open interaction or line, or the task of the comparison. Stored in the URL
 * hash.
 */
export interface ReportPosition {
  /** Null if no run is selected. */
  readonly run: number | null;
  readonly interaction: string | null;
  /** The changed file to show, and its line: `12`, or `L12` in the old file. */
  readonly file: string | null;
  readonly line: string | null;
  readonly task: string | null;
}

function parsePlace(hash: string): ReportPosition {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const run = Number(fields.get('run') ?? Number.NaN) - 1;
  return {
    run: Number.isInteger(run) && run >= 0 ? run : null,
    interaction: fields.get('interaction'),
    file: fields.get('file'),
    line: fields.get('line'),
    task: fields.get('task'),
  };
}

/** The URL hash of a position. */
export function formatPosition({ run = null, task = null, ...within }: Partial<ReportPosition>): string {
  if (run === null) return task === null ? '#comparison' : `#${new URLSearchParams({ task })}`;
  const fields = new URLSearchParams({ run: String(run + 1) });
  for (const [name, value] of Object.entries(within)) if (value !== null) fields.set(name, value);
  return `#${fields}`;
}

export function useReportPosition(): ReportPosition {
  return parsePlace(useSyncExternalStore(subscribe, () => window.location.hash));
}

/** Changes the position. Only a change of run adds a history entry. */
export function goTo(place: Partial<ReportPosition>): void {
  const hash = formatPosition(place);
  if ((place.run ?? null) === parsePlace(window.location.hash).run) window.location.replace(hash);
  else window.location.hash = hash;
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
}
