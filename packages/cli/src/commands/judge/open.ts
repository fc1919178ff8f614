import { join } from 'node:path';
import { type Host, type OpenedJudge, openJudge, readPrices } from '@assay/harness';
import { AssayError } from '@assay/schema';
import { createHost } from '../../config.ts';
import { readJudge } from '../../terminal/judge-option.ts';

/** The folder with runs, calibrations and anchors. */
export const assayFolder = (): string => join(process.cwd(), '.assay');

/** Opens the judge given on the command line; it must give verdicts. */
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
