import type { TaskProof } from '@assay/schema/api';
import type { Tone } from '../../../shared/tone.ts';

/** A word with its colour, and what is to be said of it. */
export interface Told {
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  /** Whether more is to come by itself. */
  readonly live?: boolean;
}

export type Tried = TaskProof['yardsticks'][number];

/** What a proof has come to, in one line. */
export function tellProof({ proven, reason, yardsticks }: TaskProof): Told {
  if (proven === true)
    return { word: 'proven', tone: 'good', sentence: 'The oracle passes; doing nothing and cheating do not.' };
  if (proven === false) return { word: 'not proven', tone: 'bad', sentence: reason ?? 'it does not hold' };
  if (yardsticks.every(({ run_id }) => run_id === null))
    return {
      word: 'not tried',
      tone: 'muted',
      sentence: 'Nobody knows yet whether it can be solved, and not be passed without.',
    };
  if (yardsticks.some(({ status }) => status === 'queued' || status === 'running')) {
    const known = yardsticks.filter(({ trial }) => trial !== null).length;
    const far = `${known} of ${yardsticks.length} are graded`;
    return { word: 'still running', tone: 'muted', sentence: reason === null ? far : `${far}: ${reason}`, live: true };
  }
  return { word: 'not decided', tone: 'warn', sentence: reason ?? 'Not everything came to an end: ask for it again.' };
}

/** What one yardstick did, and whether that is as it must be. */
export function tellTrial({ status, trial }: Tried): Told {
  if (trial !== null)
    return trial.holds
      ? { word: 'holds', tone: 'good', sentence: trial.remark }
      : { word: 'does not hold', tone: 'bad', sentence: trial.remark };
  switch (status) {
    case null:
      return { word: 'not tried', tone: 'muted', sentence: 'was not asked for' };
    case 'queued':
      return { word: status, tone: 'muted', sentence: 'waits for a worker' };
    case 'running':
      return { word: status, tone: 'muted', sentence: 'is at work', live: true };
    case 'finished':
      return { word: 'not graded', tone: 'warn', sentence: 'has no grade' };
    case 'cancelled':
    case 'abandoned':
      return { word: status, tone: 'warn', sentence: 'came to nothing' };
  }
}

/** What a yardstick has to do for the task to hold. */
export const dutyOf = ({ agent }: Tried): string => (agent === 'oracle' ? 'has to pass' : 'must not pass');
