import type { RequestEnd, Verification, Waste, WasteCause } from '@assay/schema';

/** How good a state is. `none` neither helps nor accuses. */
export type StateTone = 'good' | 'fair' | 'bad' | 'none';

/** The state of verification as a person reads it, worst first. */
export const VERIFICATION_WORDS: Readonly<Record<Verification, { readonly word: string; readonly tone: StateTone }>> = {
  red: { word: 'red', tone: 'bad' },
  could_not_run: { word: 'could not run', tone: 'fair' },
  unchecked: { word: 'unchecked', tone: 'fair' },
  probed: { word: 'probed', tone: 'none' },
  no_change: { word: 'no change', tone: 'none' },
  verified: { word: 'verified', tone: 'good' },
};

export const END_WORDS: Readonly<Record<RequestEnd, { readonly word: string; readonly tone: StateTone }>> = {
  finished: { word: 'finished', tone: 'none' },
  limit: { word: 'stopped at a limit', tone: 'bad' },
  interrupted: { word: 'interrupted by the person', tone: 'fair' },
  cut_off: { word: 'cut off', tone: 'fair' },
  failed: { word: 'failed', tone: 'bad' },
  unknown: { word: 'end unknown', tone: 'none' },
};

export const CAUSE_WORDS: Readonly<Record<WasteCause, string>> = {
  request: 'the work itself',
  reread: 'reading again',
  failed_calls: 'failed and repeated calls',
  unused_output: 'unused or oversized output',
  undone_work: 'undone work',
  rebuilt_context: 'rebuilding context',
  service_wait: 'waiting for the service',
  person_wait: 'waiting for the person',
};

/** What to do about a cause; null if nothing is wrong with it. */
export const CAUSE_ADVICE: Readonly<Record<WasteCause, string | null>> = {
  request: null,
  reread: 'Put what agents look up every time into the instructions of the project.',
  failed_calls: 'Write the commands that work into the instructions of the project.',
  unused_output: 'Make commands print less: quiet tests, fewer lines, one file at a time.',
  undone_work: 'Ask for a plan first, and split large requests.',
  rebuilt_context: 'Start a new session for a new topic, and keep sessions short.',
  service_wait: 'Use another model or region while the service is slow.',
  person_wait: null,
};

/** Parts of a session's money or time, each with its share. Waiting for the person is no waste. */
export interface WasteShares {
  readonly of: 'cost' | 'tokens' | 'time';
  readonly parts: readonly { readonly cause: WasteCause; readonly share: number }[];
  /** Of everything but the work itself and waiting for the person. */
  readonly wasted: number;
}

/** The shares of each cause in the money, else the tokens, of a session; or in its time. Null if that is unknown. */
export function wasteShares(waste: Waste, kind: 'money' | 'time'): WasteShares | null {
  const of = kind === 'time' ? 'time' : waste.cost_usd === null ? 'tokens' : 'cost';
  const field = ({ time: 'wall_ms', cost: 'cost_usd', tokens: 'tokens' } as const)[of];
  const total = waste[field];
  if (total === null || total === 0) return null;
  const parts = waste.entries.map((entry) => ({ cause: entry.cause, share: (entry[field] ?? 0) / total }));
  const wasted = parts
    .filter(({ cause }) => cause !== 'request' && cause !== 'person_wait')
    .reduce((all, { share }) => all + share, 0);
  return { of, parts, wasted };
}
