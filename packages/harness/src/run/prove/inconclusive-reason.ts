import type { Evidence, Grade } from '@assay/schema';
import { listCommandNames } from '../grade/missing-evidence.ts';

interface TriedRun {
  readonly evidence: Pick<Evidence, 'run' | 'commands' | 'answers' | 'task'>;
  readonly grade: Pick<Grade, 'results'>;
}

/**
 * Why a trial is inconclusive; null if it is not. Either the environment failed, or only a timeout or a missing
 * program stopped it: a busy machine is slow, not wrong.
 */
export function inconclusiveReason({ evidence, grade }: TriedRun): string | null {
  const { failure, stages } = evidence.run;
  if (failure !== null && failure.side !== 'agent') return failure.message;
  if (stages.some(({ passed }) => !passed)) return null;
  const failing = grade.results.filter(({ verdict, required }) => required && verdict !== 'PASS' && verdict !== 'N/A');
  const obstacles = failing.map(({ name }) => listObstacles(name, evidence));
  if (obstacles.length === 0 || obstacles.some((found) => found.length === 0)) return null;
  return [...new Set(obstacles.flat())].join(', ');
}

// the commands and questions behind a result that could not come to an end
function listObstacles(name: string, { commands, answers, task }: TriedRun['evidence']): string[] {
  const specs = task.scenario.scorers.filter((spec) => spec.name === name);
  const found = specs.flatMap(listCommandNames).flatMap((command) => {
    const ran = commands[command];
    if (ran?.timed_out === true || ran?.clean?.timed_out === true) return describeTimeout(command);
    return ran?.exit_code === NOT_FOUND ? `\`${command}\` did not find one of its programs: install it` : [];
  });
  return answers?.[name]?.timed_out === true ? [...found, describeTimeout(name)] : found;
}

// as shells report it
const NOT_FOUND = 127;

const describeTimeout = (name: string): string => `\`${name}\` did not end within its timeout_s`;
