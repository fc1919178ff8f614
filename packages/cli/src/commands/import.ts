import { resolve } from 'node:path';
import { importTasks } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { drawImported } from '../reports/tasks/imported.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay import PATH [OPTIONS]

Writes tasks of other tools as scenarios, one folder each. PATH is a task, a folder of tasks or a file. What a task asks
for and cannot have is listed by field before anything runs.

  --format NAME     harbor, plugin-eval, evals-json, agent-eval or swe-bench (default: found by content)
  --out DIR         folder for the scenarios (default: scenarios/imported)
  --json            print one JSON document: {format, tasks, skipped}

Exit codes: 0 at least one task was imported · 1 all tasks were skipped · 2 usage error, or no tasks at PATH
`;

/** Turns tasks of other tools into scenarios. */
export const run: Run = async (args) => {
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
  const { format, out = 'scenarios/imported' } = values;
  const imported = await importTasks({
    path: resolve(path),
    out: resolve(out),
    ...(format === undefined ? {} : { format }),
  });
  await writeOut(values.json ? `${JSON.stringify(imported)}\n` : drawImported(imported, `in ${out}`));
  return imported.tasks.length > 0 ? 0 : 1;
};
