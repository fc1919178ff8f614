import { redactText } from '../../secrets/redact.ts';
import { createAnonymizer } from './anonymize.ts';
import type { Clean } from './excerpt.ts';
import { type JudgedRun, type JudgedTask, listTurns } from './judged-run.ts';
import { neutralize } from './neutralize.ts';

interface Cleaned extends Pick<JudgedRun, 'identity'> {
  readonly task: Pick<JudgedTask, 'instruction' | 'turns'> & Partial<Pick<JudgedTask, 'instruction_from'>>;
}

/**
 * Removes from run data what a judge must not see: first hidden characters, because they can split a secret or a name,
 * then secrets, then names.
 */
export function createCleaner({ identity, task }: Cleaned): Clean {
  // names mentioned by the task author are kept; a transcript could mention any
  const told = task.instruction_from === 'transcript' ? '' : listTurns(task).join('\n');
  const anonymize = createAnonymizer({ ...identity, task: told });
  return (text) => anonymize(redactText(neutralize(text)).text).toWellFormed();
}
