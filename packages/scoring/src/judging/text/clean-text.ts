import { redactText } from '../../secrets/redact.ts';
import { createAnonymiser } from './anonymise.ts';
import type { Clean } from './excerpt.ts';
import { type JudgedRun, type JudgedTask, turnsOf } from './judged-run.ts';
import { neutralise } from './neutralise.ts';

interface Cleaned extends Pick<JudgedRun, 'identity'> {
  readonly task: Pick<JudgedTask, 'instruction' | 'turns'> & Partial<Pick<JudgedTask, 'instruction_from'>>;
}

/**
 * Takes out of what a run left behind what a judge must not see: hidden characters first, for they can take a secret or
 * a name apart, then secrets, then names.
 */
export function createCleaner({ identity, task }: Cleaned): Clean {
  // a name the author of a task speaks of stays; a transcript could speak of any
  const told = task.instruction_from === 'transcript' ? '' : turnsOf(task).join('\n');
  const anonymise = createAnonymiser({ ...identity, task: told });
  return (text) => anonymise(redactText(neutralise(text)).text).toWellFormed();
}
