import { join } from 'node:path';
import { type Host, type OpenedJudge, openJudge, readPrices } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { createHost } from '../../config.ts';
import { readJudge } from '../../terminal/options.ts';

/** Where runs, calibrations and anchors are kept. */
export const assayFolder = (): string => join(process.cwd(), '.assay');

/** A judge that gives verdicts, by its name on the command line. */
export async function openNamed(
  name: string,
): Promise<{ readonly host: Host; readonly judge: NonNullable<OpenedJudge['judge']> }> {
  const host = createHost();
  const base = process.cwd();
  const prices = await readPrices(base);
  const { judge, remark } = await openJudge(readJudge(name), { host, root: assayFolder(), base, prices });
  process.stderr.write(`${remark}\n`);
  if (judge === null) throw new AssayError('usage', '--judge must name a model: rules give no verdict');
  return { host, judge };
}
