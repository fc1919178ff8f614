import { relative } from 'node:path';
import { readGradedFolder } from '../../run/folders/graded-folder.ts';

/** A run for a person to label. Omits the judge's opinion, to avoid bias. */
export interface RunToLabel {
  /** Its ID if it is in the runs folder, else its path. */
  readonly run: string;
  readonly scenario: string;
  readonly agent: string;
  readonly outcome: string;
  readonly scorers: string;
  readonly folder: string;
}

/** Lists runs for labeling. */
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
