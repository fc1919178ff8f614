import type { Calibrated } from '@assay/harness';
import type { Estimate, JudgeDrift } from '@assay/schema';
import { onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawTable } from '../terminal/table.ts';

/** A judge compared with people: confusion matrix, agreement beyond chance, biases and status. */
export function drawCalibration({ calibration, file }: Calibrated, style: Style): string {
  const { judge, criteria, confusion, compared, labelled, divided, standing, standing_reason } = calibration;
  const tone = { calibrated: style.good, uncalibrated: style.warn, probation: style.bad }[standing];
  const matrix = drawTable(
    ['', 'people PASS', 'people FAIL'],
    [
      ['judge PASS', String(confusion.pass_pass), String(confusion.pass_fail)],
      ['judge FAIL', String(confusion.fail_pass), String(confusion.fail_fail)],
    ],
  );
  const { ratings, agent_bias } = calibration;
  const rows = [
    ['agreement', calibration.agreement],
    ['kappa of the verdict', calibration.kappa],
    ['passes what people fail', calibration.false_pass_rate],
    ['fails what people pass', calibration.false_fail_rate],
    ['kappa of task completion', ratings.task_completion],
    ['kappa of instruction adherence', ratings.instruction_adherence],
    ['kappa of efficiency', ratings.efficiency],
    ['favors long runs by', calibration.length_bias],
    ...agent_bias.map(({ agent, leniency }) => [`favors ${onOneLine(agent)} by`, leniency] as const),
  ] as const;
  const [heading = '', ...lines] = drawTable(
    ['', 'value', '95 %', 'runs'],
    rows.map(([name, found]) => [name, ...cellsOf(found)]),
  );
  return [
    `${style.bold(onOneLine(judge))} by ${onOneLine(criteria)}: ${tone(standing)}, ${standing_reason}`,
    `  ${compared} of ${labelled} labeled runs compared${divided === 0 ? '' : `; people disagree on ${divided} more`}`,
    '',
    ...matrix.map((line) => `  ${line}`),
    '',
    style.dim(`  ${heading}`),
    ...lines.map((line) => `  ${line}`),
    style.dim(
      file === null ? '  not stored: an earlier calibration covers more runs' : `  stored in ${onOneLine(file)}`,
    ),
    '',
  ].join('\n');
}

function cellsOf({ value, interval, of, reason }: Estimate): string[] {
  if (value === null) return ['–', reason ?? '', String(of)];
  const range = interval === null ? '–' : `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`;
  return [value.toFixed(2), range, String(of)];
}

/** Whether a judge repeats its earlier answers. */
export function drawDrift(drift: JudgeDrift, style: Style): string {
  const { judge, models, anchors, renewed, compared, flipped, rating_shift, drifted, reason } = drift;
  const shifts = Object.entries(rating_shift)
    .filter(([, shift]) => shift !== null)
    .map(([name, shift]) => `${name.replaceAll('_', ' ')} ${signed(shift as number)}`);
  const verdict =
    compared === 0 ? style.warn('nothing to compare yet') : drifted ? style.bad('drifted') : style.good('steady');
  return [
    `${style.bold(onOneLine(judge))}: ${verdict}${compared === 0 ? '' : `, ${reason}`}`,
    `  ${compared} of ${anchors} anchors compared${renewed === 0 ? '' : `, ${renewed} answered for the first time`}; answered by ${onOneLine(models.join(', ') || 'an unknown model')}`,
    ...(shifts.length === 0 ? [] : [`  ratings: ${shifts.join(', ')}`]),
    ...flipped.map(({ run_id, first, now }) => `  ${run_id}: ${first} → ${now}`),
    '',
  ].join('\n');
}

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
