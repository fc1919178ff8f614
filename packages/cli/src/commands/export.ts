import { resolve } from 'node:path';
import { exportTasks } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../command.ts';
import { drawImported } from '../reports/tasks/imported.ts';
import { parseOptions } from '../terminal/options.ts';
import { writeOut } from '../terminal/output.ts';

const HELP = `Usage: assay export [SCENARIO…] --format harbor --out DIR [OPTIONS]

Writes scenarios as tasks of another tool, one folder each. SCENARIO is a name, a file or a folder (default: all
scenarios of the configuration). What the other tool cannot express is listed by field.

  --format harbor   the format
  --out DIR         folder for the tasks
  --image NAME      image of scenarios without an environment (default: debian:12)
  --config FILE     configuration file (default: the nearest assay.config.* in this folder or above)
  --json            print one JSON document: {format, tasks, skipped}

Exit codes: 0 every scenario was exported · 1 a scenario was skipped · 2 usage or configuration error
`;

/** Writes scenarios as tasks of another tool. */
export const run: Run = async (args) => {
  if (args.includes('--help') || args.includes('-h')) {
    await writeOut(HELP);
    return 0;
  }
  const { values, positionals } = parseOptions(args, {
    format: { type: 'string' },
    out: { type: 'string' },
    image: { type: 'string' },
    config: { type: 'string' },
    json: { type: 'boolean' },
  });
  const { format, out, image = 'debian:12', config } = values;
  if (format !== 'harbor') throw new AssayError('usage', `expected --format harbor, found ${format ?? 'none'}`);
  if (out === undefined) throw new AssayError('usage', 'expected --out with the folder for the tasks');
  const exported = await exportTasks({
    folder: process.cwd(),
    scenarios: positionals,
    out: resolve(out),
    image,
    ...(config === undefined ? {} : { config }),
  });
  await writeOut(values.json ? `${JSON.stringify(exported)}\n` : drawImported(exported, `in ${out}`));
  return exported.skipped.length === 0 ? 0 : 1;
};
