import type { Imported, ImportedJob } from '@assay/harness';
import { formatNoun } from '../../terminal/format.ts';
import { escapeControls } from '../../terminal/output.ts';

/** Tasks that were imported or exported, each with what it lost, and those that were skipped. */
export function drawImported({ format, tasks, skipped }: Imported, where: string): string {
  const lines = [
    ...tasks.flatMap(({ name, notes }) => [name, ...notes.map((note) => `  ${note}`)]),
    ...skipped.map(({ path, reason }) => `skipped ${path}: ${reason}`),
    `${formatNoun(tasks.length, 'task')} of the format ${format} ${where}, ${skipped.length} skipped`,
  ];
  return `${lines.map(escapeControls).join('\n')}\n`;
}

/** Runs that were read from a job, and the trials that were skipped. */
export function drawJob({ runs, skipped }: ImportedJob): string {
  const lines = [
    ...runs.map(
      ({ run_id, scenario, agent, result, result_reason }) =>
        `${run_id}  ${scenario}  ${agent}  ${result}: ${result_reason.message}`,
    ),
    ...skipped.map(({ path, reason }) => `skipped ${path}: ${reason}`),
    `${formatNoun(runs.length, 'run')} in .assay/runs, ${skipped.length} skipped`,
  ];
  return `${lines.map(escapeControls).join('\n')}\n`;
}
