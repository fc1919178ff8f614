import type { Answer } from '@assay/sdk/core';
import { formatNoun } from '../../../shared/format.ts';

type Day = Answer<'getRunStats'>['days'][number];

const WIDTH = 180;
const HEIGHT = 40;
const GAP = 1;

/** One bar per day: its height is the number of runs, the green part those that passed. */
export function Sparkline({ days, since }: { days: readonly Day[]; since: string }) {
  const all = everyDay(days, since);
  const most = Math.max(1, ...all.map(({ runs }) => runs));
  const step = WIDTH / all.length;
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={tell(all)}
      preserveAspectRatio="none"
    >
      <rect className="spark-base" y={HEIGHT - 1} width={WIDTH} height="1" />
      {all.map(({ day, runs, passed }, index) => (
        <g key={day}>
          <title>{`${day}: ${formatNoun(runs, 'run')}, ${passed} passed`}</title>
          <Bar className="spark-all" x={index * step} width={step - GAP} height={(HEIGHT * runs) / most} />
          <Bar className="spark-good" x={index * step} width={step - GAP} height={(HEIGHT * passed) / most} />
        </g>
      ))}
    </svg>
  );
}

interface BarProps {
  readonly className: string;
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

const Bar = ({ height, ...rest }: BarProps) => <rect {...rest} y={HEIGHT - height} height={height} />;

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

/** All days from the first to today, including those without runs. */
function everyDay(days: readonly Day[], since: string): Pick<Day, 'day' | 'runs' | 'passed'>[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const first = Date.parse(since);
  const count = Math.min(MAX_DAYS, Math.max(1, Math.floor((Date.now() - first) / DAY_MS) + 1));
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, runs: 0, passed: 0 };
  });
}

function tell(days: readonly Pick<Day, 'runs' | 'passed'>[]): string {
  const runs = days.reduce((sum, day) => sum + day.runs, 0);
  const passed = days.reduce((sum, day) => sum + day.passed, 0);
  return `${formatNoun(runs, 'run')} in ${formatNoun(days.length, 'day')}, ${passed} passed`;
}
