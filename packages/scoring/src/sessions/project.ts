import type { TranscriptEntry } from '@assay/schema';

/** Entries that are searched; agents tell the folder at the start. */
const FIRST = 20;
const TOLD =
  /<cwd>([^<\n]{1,1000})<\/cwd>|(?:^|\n)\s*(?:Working directory|Current working directory|Primary working directory): ([^\n]{1,1000})/;

/**
 * The folder that a session worked in: as the agent was told, else the folder of Claude Code's log, which is the path
 * with dashes for slashes. Null if neither is known.
 */
export function projectOf(source: string, entries: readonly TranscriptEntry[]): string | null {
  for (const { type, text } of entries.slice(0, FIRST)) {
    if (type !== 'user' && type !== 'system') continue;
    const told = TOLD.exec((text ?? '').slice(0, 20_000));
    if (told) return (told[1] ?? told[2] ?? '').trim();
  }
  return /(?:^|\/)\.claude\/projects\/([^/]+)\//.exec(source.replaceAll('\\', '/'))?.[1] ?? null;
}
