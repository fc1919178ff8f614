import { resolve } from 'node:path';
import { exportTasks } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { drawImported } from '../../reports/tasks/imported.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';

/** Writes scenarios as tasks of another tool. */
export async function exportScenarios(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    format: { type: 'string' },
    out: { type: 'string' },
    image: { type: 'string' },
    config: { type: 'string' },
    json: { type: 'boolean' },
  });
  const { format, out, image, config } = values;
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
}
