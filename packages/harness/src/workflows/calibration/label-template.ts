import { relative } from 'node:path';
import { readGradedFolder } from '../../run/folders/graded-folder.ts';

/** A run as somebody is to look at it. What a judge said of it is left out: it would be in their ears. */
export interface RunToLabel {
  /** Its id where it lies among the others, else its path. */
  readonly run: string;
  readonly scenario: string;
  readonly agent: string;
  readonly outcome: string;
  readonly scorers: string;
  readonly folder: string;
}

/** Runs as they are put before people. */
export async function listRunsToLabel(
  folders: readonly string[],
  { runs, base }: { readonly runs: string; readonly base: string },
): Promise<RunToLabel[]> {
  const listed: RunToLabel[] = [];
  for (const folder of folders) {
    const { run, grades } = await readGradedFolder(folder);
    const { run_id, scenario, agent_id, outcome } = run.evidence.run;
    const name = folder === `${runs}/${run_id}` ? run_id : relative(base, folder) || '.';
    listed.push({ run: name, scenario, agent: agent_id, outcome, scorers: grades[0].overall, folder });
  }
  return listed;
}
