import { calibrate } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { createHost, wantsColor } from '../../config.ts';
import { drawCalibration } from '../../reports/calibration.ts';
import { parseOptions } from '../../terminal/options.ts';
import { printProblem, writeOut } from '../../terminal/output.ts';
import { createProgress, type Progress } from '../../terminal/progress.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { assayFolder, openNamed } from './open.ts';

export const run: Run = async (args, { signal }) => {
  const { values, positionals } = parseOptions(args, { judge: { type: 'string' }, json: { type: 'boolean' } });
  const [labels_file, ...stray] = positionals;
  if (labels_file === undefined || stray.length > 0)
    throw new AssayError(
      'usage',
      `expected one label file, found ${positionals.length === 0 ? 'none' : positionals.join(' ')}; \`assay judge label RUN…\` prints one to fill in`,
    );
  const { host, judge } =
    values.judge === undefined ? { host: createHost(), judge: null } : await openNamed(values.judge);
  let progress: Progress | undefined;
  const onProgress = (done: number, of: number): void => {
    progress ??= createProgress('comparing', of);
    progress.advance(done);
  };
  const { calibrated, unjudged } = await calibrate({
    ...{ labels_file, root: assayFolder(), judge, host, signal, onProgress },
  }).finally(() => progress?.done());
  const [first, ...others] = unjudged;
  if (first !== undefined)
    printProblem(
      `${first.folder} was not compared: ${first.reason}${others.length === 0 ? '' : `; and ${others.length} more`}`,
      judge === null
        ? 'Only runs with a verdict count. To get one, use --judge NAME.'
        : 'Check the key and address of the judge, or choose another.',
    );
  else if (calibrated.length === 0)
    printProblem(
      `${labels_file} has no run with a verdict that people agree on`,
      'Set the verdict of each reviewed run to PASS or FAIL.',
    );
  if (values.json) await writeOut(`${JSON.stringify({ calibrations: calibrated, unjudged })}\n`);
  else {
    const style = wantsColor(process.stdout) ? COLOR : PLAIN;
    for (const one of calibrated) await writeOut(`${drawCalibration(one, style)}\n`);
  }
  if (calibrated.length === 0) return 3;
  return calibrated.some(({ calibration }) => calibration.standing === 'probation') ? 1 : 0;
};
