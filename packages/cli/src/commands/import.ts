import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findTrials, importJob, importTasks } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { createHost } from '../config.ts';
import { drawImported, drawJob } from '../reports/tasks/imported.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';
import { version } from '../version.ts';

const HELP = `Usage: assay import PATH [OPTIONS]

Writes tasks of other tools as scenarios, one folder each. PATH is a task, a folder of tasks or a file. What a task asks
for and cannot have is listed by field before anything runs. PATH can also be a job of Harbor: its trials become runs in
.assay/runs with the name of the job as their label, for \`assay report\` and \`assay compare\`.

  --format NAME     harbor, harbor-job, plugin-eval, evals-json, agent-eval or swe-bench (default: found by content)
  --out DIR         folder for the scenarios (default: scenarios/imported)
  --json            print one JSON document: {format, tasks, skipped}, for a job {format, runs, skipped}

Exit codes: 0 at least one task or trial was imported · 1 all were skipped · 2 usage error, or nothing at PATH
`;

/** Turns tasks of other tools into scenarios, and results of other tools into runs. */
export const run: Run = async (args, { signal }) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    format: { type: 'string' },
    out: { type: 'string' },
    json: { type: 'boolean' },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new AssayError('usage', 'expected one PATH');
  if (!existsSync(path)) throw new AssayError('usage', `there is no file or folder ${path}`);
  const { format, out = 'scenarios/imported' } = values;
  if (await isJob(resolve(path), format)) {
    const job = await importJob({
      path: resolve(path),
      folder: process.cwd(),
      host: createHost(),
      harness_version: version(),
      signal,
    });
    await writeOut(values.json ? `${JSON.stringify({ ...job, tasks: [] })}\n` : drawJob(job));
    return job.runs.length > 0 ? 0 : 1;
  }
  const imported = await importTasks({
    path: resolve(path),
    out: resolve(out),
    ...(format === undefined ? {} : { format }),
  });
  await writeOut(values.json ? `${JSON.stringify(imported)}\n` : drawImported(imported, `in ${out}`));
  return imported.tasks.length > 0 ? 0 : 1;
};

async function isJob(path: string, format: string | undefined): Promise<boolean> {
  if (format !== undefined && format !== 'harbor-job') return false;
  const found = (await findTrials(path)).length > 0;
  if (!found && format !== undefined) throw new AssayError('invalid_input', `${path} has no trial with a result.json`);
  return found;
}
