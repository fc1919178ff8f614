/** The tabs of a run, in order. */
export const TABS = [
  { id: 'overview', title: 'Overview' },
  { id: 'trace', title: 'Agent trace' },
  { id: 'diff', title: 'Diff' },
  { id: 'transcript', title: 'Transcript' },
  { id: 'evidence', title: 'Evidence' },
] as const;

export type Tab = (typeof TABS)[number]['id'];

/** The tab named in the URL; default: the first. */
export const parseTab = (text: string | undefined): Tab => TABS.find(({ id }) => id === text)?.id ?? 'overview';
