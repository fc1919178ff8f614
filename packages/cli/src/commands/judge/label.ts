import { join } from 'node:path';
import { findRuns, listRunsToLabel, type RunToLabel } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { onOneLine } from '../../terminal/format.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { assayFolder } from './open.ts';

export const run: Run = async (args) => {
  const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } });
  if (positionals.length === 0) throw new AssayError('usage', 'name at least one run: an id, a folder or a label');
  const folders = await findRuns(positionals, { folder: process.cwd(), root: assayFolder() });
  const runs = await listRunsToLabel(folders, { runs: join(assayFolder(), 'runs'), base: process.cwd() });
  const labels = runs.map((one) => ({ run: one.run, verdict: null }));
  await writeOut(values.json ? `${JSON.stringify({ labels })}\n` : formatTemplate(runs));
  return 0;
};

const formatTemplate = (runs: readonly RunToLabel[]): string =>
  `# PASS if the run did what was asked, otherwise FAIL. Runs without a verdict are skipped. Ratings are 1 to 5.
# Verdicts of judges are left out on purpose. The change is in diff.patch, the conversation in transcript.jsonl.
labels:
${runs.map(formatRun).join('\n')}`;

// JSON is valid YAML, and names cannot break out of a JSON string
const formatRun = ({ run: name, scenario, agent, outcome, scorers, folder }: RunToLabel): string =>
  `  # ${onOneLine(`${scenario} · ${agent} · ${outcome} · scorers ${scorers} · ${folder}`)}
  - run: ${JSON.stringify(name)}
    verdict: null
    task_completion: null
    instruction_adherence: null
    efficiency: null
    by: null
    note: null
`;
