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
  if (proven === false)
    return { word: 'not proven', tone: 'bad', sentence: reason ?? 'A trial does not meet its requirement.' };
  if (yardsticks.every(({ run_id }) => run_id === null))
    return {
      word: 'not tried',
      tone: 'muted',
      sentence: 'Prove the task to check that it can be solved and that cheating fails.',
    };
  if (yardsticks.some(({ status }) => status === 'queued' || status === 'running')) {
    const known = yardsticks.filter(({ trial }) => trial !== null).length;
    const far = `${known} of ${yardsticks.length} graded`;
    return { word: 'still running', tone: 'muted', sentence: reason === null ? far : `${far}: ${reason}`, live: true };
  }
  return { word: 'not decided', tone: 'warn', sentence: reason ?? 'Some runs did not finish. Prove the task again.' };
}

/** What one yardstick did, and whether that is as it must be. */
export function tellTrial({ status, trial }: Tried): Told {
  if (trial !== null)
    return trial.holds
      ? { word: 'met', tone: 'good', sentence: trial.remark }
      : { word: 'not met', tone: 'bad', sentence: trial.remark };
  switch (status) {
    case null:
      return { word: 'not tried', tone: 'muted', sentence: 'not started' };
    case 'queued':
      return { word: status, tone: 'muted', sentence: 'waiting for a worker' };
    case 'running':
      return { word: status, tone: 'muted', sentence: 'in progress', live: true };
    case 'finished':
      return { word: 'not graded', tone: 'warn', sentence: 'no grade' };
    case 'cancelled':
    case 'abandoned':
      return { word: status, tone: 'warn', sentence: 'did not finish' };
  }
}

/** What a yardstick has to do for the task to hold. */
export const dutyOf = ({ agent }: Tried): string => (agent === 'oracle' ? 'must pass' : 'must not pass');
