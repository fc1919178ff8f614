/** The parts of a run, in the order of their tabs. */
export const TABS = [
  { id: 'overview', title: 'Overview' },
  { id: 'trace', title: 'Agent trace' },
  { id: 'diff', title: 'Diff' },
  { id: 'transcript', title: 'Transcript' },
  { id: 'evidence', title: 'Evidence' },
] as const;

export type Tab = (typeof TABS)[number]['id'];

/** The tab that an address names; the first where it names none. */
export const parseTab = (text: string | undefined): Tab => TABS.find(({ id }) => id === text)?.id ?? 'overview';
