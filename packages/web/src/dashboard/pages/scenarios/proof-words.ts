import type { Proof } from '@assay/schema';
import type { TaskProof } from '@assay/schema/api';
import { formatNoun } from '../../../shared/format.ts';
import type { Tone } from '../../../shared/tone.ts';

/** A word with its color, and a sentence about it. */
export interface ProofMessage {
  readonly word: string;
  readonly tone: Tone;
  readonly sentence: string;
  /** Whether it is still changing. */
  readonly live?: boolean;
}

export type ProofTrial = TaskProof['yardsticks'][number];

/** The state of a proof, in one line. */
export function describeProof({ proven, reason, yardsticks }: TaskProof): ProofMessage {
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

/** A proof that was made elsewhere: what was tried, and which cheats passed. */
export function describeSentProof({ proven, tried, reason, trials }: Proof): ProofMessage {
  const cheats = trials.filter(({ agent }) => agent.startsWith('cheat:'));
  const passed = cheats.filter(({ holds }) => !holds).map(({ agent }) => agent.slice('cheat:'.length));
  const sentence = [
    `${formatNoun(cheats.length, 'cheat')} tried, ${passed.length === 0 ? 'none' : passed.join(', ')} passed.`,
    ...(reason === null ? [] : [reason]),
  ].join(' ');
  if (proven) return { word: 'proven', tone: 'good', sentence };
  return tried ? { word: 'not proven', tone: 'bad', sentence } : { word: 'not decided', tone: 'warn', sentence };
}

/** The result of one trial, and whether it meets the requirement. */
export function describeTrial({ status, trial }: ProofTrial): ProofMessage {
  if (trial !== null)
    return trial.holds
      ? { word: 'met', tone: 'good', sentence: describeDefenses(trial) }
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

const describeDefenses = ({ remark, stopped_by = [] }: NonNullable<ProofTrial['trial']>): string =>
  stopped_by.length === 0 ? remark : `Stopped by ${stopped_by.join(', ')}. ${remark}`;

/** The requirement for a trial. */
export const trialRequirement = ({ agent }: ProofTrial): string =>
  /^oracle(:|$)/.test(agent) ? 'must pass' : 'must not pass';
