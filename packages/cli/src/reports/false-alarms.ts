import type { FalseAlarms } from '@assay/schema';
import { formatNoun } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawTable } from '../terminal/table.ts';

/** The false-alarm rates of a suite as text. */
export function drawFalseAlarms(result: FalseAlarms, style: Style): string {
  const { improved, regressed, trials, runs, repeat, underpowered, runs_needed, holds } = result;
  const [heading = '', ...rows] = drawTable(
    ['false verdict', 'trials', 'rate', '95 % interval', 'allowed'],
    [
      ['improved', ...cellsOf(improved)],
      ['regressed', ...cellsOf(regressed)],
    ],
  );
  const tones = [improved, regressed].map(({ interval, allowed }) =>
    interval.low <= allowed ? style.good : style.bad,
  );
  return [
    style.bold(heading),
    ...rows.map((row, i) => tones[i]?.(row) ?? row),
    '',
    `${formatNoun(trials, 'trial')} with ${formatNoun(repeat, 'run')} per task and side, drawn from ${formatNoun(runs, 'run')}`,
    holds
      ? style.good('The false-alarm rate is within its limits.')
      : style.bad('The false-alarm rate is above its limit: do not trust the verdicts of this suite.'),
    ...(underpowered === 0
      ? []
      : [
          style.warn(
            `${percent(underpowered)} of the trials were underpowered${runs_needed === null ? '' : `; ${formatNoun(runs_needed, 'run')} per task and side would be enough`}`,
          ),
        ]),
    '',
  ].join('\n');
}

const cellsOf = ({ trials, rate, interval, allowed }: FalseAlarms['improved']): string[] => [
  String(trials),
  percent(rate),
  `${percent(interval.low)} to ${percent(interval.high)}`,
  percent(allowed),
];

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
