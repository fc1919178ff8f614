/** The tabs of a run, in order. */
export const TABS = [
  { id: 'overview', title: 'Overview' },
  { id: 'trace', title: 'Trace' },
  { id: 'diff', title: 'Diff' },
  { id: 'checks', title: 'Checks' },
  { id: 'evidence', title: 'Evidence' },
] as const;

export type Tab = (typeof TABS)[number]['id'];

// addresses of earlier versions
const RENAMED: Readonly<Record<string, Tab>> = { transcript: 'trace' };

/** The tab named in the URL; default: the first. */
export const parseTab = (text: string | undefined): Tab =>
  TABS.find(({ id }) => id === text)?.id ?? RENAMED[text ?? ''] ?? 'overview';
