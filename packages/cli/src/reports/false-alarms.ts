import type { FalseAlarms } from '@assay/schema';
import { drawTable, formatNoun } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';

/** How often a suite saw a difference where there was none, for people. */
export function drawFalseAlarms(result: FalseAlarms, style: Style): string {
  const { improved, regressed, trials, runs, repeat, underpowered, runs_needed, holds } = result;
  const [heading = '', ...rows] = drawTable(
    ['like against like', 'trials', 'rate', '95 % interval', 'allowed'],
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
    `${formatNoun(trials, 'trial')} with ${formatNoun(repeat, 'run')} per task and side, divided from ${formatNoun(runs, 'run')}`,
    holds
      ? style.good('The suite raises no more false alarms than it may.')
      : style.bad('The suite raises more false alarms than it may: its verdicts are not to be trusted.'),
    ...(underpowered === 0
      ? []
      : [
          style.warn(
            `In ${percent(underpowered)} of the trials a real effect could not have been shown${runs_needed === null ? '' : `; ${formatNoun(runs_needed, 'run')} per task and side would show it`}`,
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
