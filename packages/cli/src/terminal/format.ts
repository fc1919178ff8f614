import { escapeControls } from './output.ts';

/** Untrusted text on one line, with control characters and line breaks neutralized. */
export const onOneLine = (text: string): string => escapeControls(text.replaceAll(/[\t\n\r]+/g, ' '));

/** A duration such as `1.2 s`, `3 min` or `1 h 5 min`. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 run`, `2 runs`. */
export const formatNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
