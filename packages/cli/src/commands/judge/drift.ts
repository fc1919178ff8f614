import { checkDrift } from '@assay/harness';
import { AssayError } from '@assay/schema';
import type { Run } from '../../command.ts';
import { wantsColor } from '../../config.ts';
import { drawDrift } from '../../reports/calibration.ts';
import { parseOptions } from '../../terminal/options.ts';
import { writeOut } from '../../terminal/output.ts';
import { createProgress, type Progress } from '../../terminal/progress.ts';
import { COLOR, PLAIN } from '../../terminal/style.ts';
import { assayFolder, openNamed } from './open.ts';

export const run: Run = async (args, { signal }) => {
  const { values, positionals } = parseOptions(args, {
    anchors: { type: 'string' },
    judge: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (positionals.length > 0)
    throw new AssayError('usage', `unexpected argument ${positionals.join(' ')}; add runs with --anchors`);
  if (values.judge === undefined)
    throw new AssayError('usage', '--judge NAME is missing: asking a model may cost money, so there is no default');
  const { host, judge } = await openNamed(values.judge);
  let progress: Progress | undefined;
  const onProgress = (done: number, of: number): void => {
    progress ??= createProgress('asking', of);
    progress.advance(done);
  };
  const drift = await checkDrift({
    ...{ root: assayFolder(), judge, anchors_file: values.anchors ?? null, host, signal, onProgress },
  }).finally(() => progress?.done());
  if (values.json) await writeOut(`${JSON.stringify(drift)}\n`);
  else await writeOut(drawDrift(drift, wantsColor(process.stdout) ? COLOR : PLAIN));
  return drift.drifted ? 1 : 0;
};
