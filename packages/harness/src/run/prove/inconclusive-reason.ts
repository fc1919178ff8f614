import type { Evidence, Grade } from '@assay/schema';
import { listCommandNames } from '../grade/missing-evidence.ts';

interface TriedRun {
  readonly evidence: Pick<Evidence, 'run' | 'commands' | 'answers' | 'task'>;
  readonly grade: Pick<Grade, 'results'>;
}

/**
 * Why a trial is inconclusive; null if it is not. Either the environment failed, or only a timeout stopped
 * it: a busy machine is slow, not wrong.
 */
export function inconclusiveReason({ evidence, grade }: TriedRun): string | null {
  const { failure, stages } = evidence.run;
  if (failure !== null && failure.side !== 'agent') return failure.message;
  if (stages.some(({ passed }) => !passed)) return null;
  const failing = grade.results.filter(({ verdict, required }) => required && verdict !== 'PASS' && verdict !== 'N/A');
  const slow = new Set(failing.flatMap(({ name }) => findSlow(name, evidence)));
  const stopped = failing.some(({ name }) => findSlow(name, evidence).length === 0);
  if (slow.size === 0 || stopped) return null;
  return [...slow].map((name) => `\`${name}\` did not end within its timeout_s`).join(', ');
}

// the timed-out commands and questions behind a result
function findSlow(name: string, { commands, answers, task }: TriedRun['evidence']): string[] {
  const specs = task.scenario.scorers.filter((spec) => spec.name === name);
  const slow = specs.flatMap(listCommandNames).filter((command) => {
    const ran = commands[command];
    return ran?.timed_out === true || ran?.clean?.timed_out === true;
  });
  return answers?.[name]?.timed_out === true ? [...slow, name] : slow;
}
