import type { SessionFacts, SessionRequest } from '@assay/schema';
import type { StateTone } from '@assay/scoring';
import type { Tone } from './tone.ts';

/** The parts of a session's facts that a page shows. */
export type ShownSession = Pick<SessionFacts, 'requests' | 'waste' | 'findings'>;

/** A remark on an interaction: a correction or a claim that happened there. */
export interface Mark {
  readonly tone: Tone;
  readonly text: string;
}

/** A row of the timeline: an interaction by its index, or the start of a request. */
export type TimelineItem = number | Chapter;

export interface Chapter {
  readonly number: number;
  readonly request: SessionRequest;
}

/** The rows of a timeline with a chapter before the first row of each request. A single request needs no chapter. */
export function addChapters(
  rows: readonly number[],
  requests: readonly SessionRequest[],
  rowOf: ReadonlyMap<string, number>,
): readonly TimelineItem[] {
  if (requests.length < 2) return rows;
  const starts = requests.map(({ first }) => (first === null ? undefined : rowOf.get(first)));
  let last = -1;
  return rows.flatMap((row): TimelineItem[] => {
    const index = starts.findLastIndex((start) => start !== undefined && start <= row);
    const request = requests[index];
    if (index <= last || request === undefined) return [row];
    last = index;
    return [{ number: index + 1, request }, row];
  });
}

/** The corrections and claims of a session by interaction. */
export function listMarks(requests: readonly SessionRequest[]): ReadonlyMap<string, readonly Mark[]> {
  const marks = requests.flatMap(({ claims, corrections }) => [
    ...corrections.map(({ kind, ref }) => ({ ref, tone: 'warn' as const, text: CORRECTED[kind] })),
    ...claims.map(({ state, refs }) => ({ ref: refs[0] ?? null, ...CLAIMED[state] })),
  ]);
  const byRef = Map.groupBy(
    marks.filter(({ ref }) => ref !== null),
    ({ ref }) => ref as string,
  );
  return new Map([...byRef].map(([ref, own]) => [ref, unique(own)]));
}

const unique = (marks: readonly Mark[]): Mark[] => [...new Map(marks.map((mark) => [mark.text, mark])).values()];

export const CORRECTED = {
  rejected_call: 'rejected',
  interruption: 'interrupted',
  message: 'corrected after this',
} as const;

const CLAIMED = {
  supported: { tone: 'good', text: 'claim supported' },
  unsupported: { tone: 'muted', text: 'claim unsupported' },
  contradicted: { tone: 'bad', text: 'claim contradicted' },
} as const;

/** The color of a state. A session was not checked by Assay, so only its words are good. */
export const stateTone = (tone: StateTone): Tone =>
  (({ good: 'good', fair: 'warn', bad: 'bad', none: 'muted' }) as const)[tone];
