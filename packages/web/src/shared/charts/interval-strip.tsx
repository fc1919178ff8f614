import type { Comparison } from '@assay/schema';
import { formatSigned } from '@assay/scoring';
import { positionOn } from './scale.ts';

const [MIDDLE, HEIGHT] = [16, 32];

/** The net gain with its interval, around zero. The band marks differences too small to matter. */
export function IntervalStrip({
  comparison: { verdict, input },
}: {
  comparison: Pick<Comparison, 'verdict' | 'input'>;
}) {
  const { net_gain, interval } = verdict;
  if (interval === undefined) return null;
  const band = input.thresholds.min_composite_gain;
  const reach = Math.min(1, 1.15 * Math.max(Math.abs(interval.low), Math.abs(interval.high), 2 * band, 0.01));
  const scale = { low: -reach, high: reach };
  const at = (value: number) => positionOn(scale, value);
  return (
    <div className="strip">
      <svg height={HEIGHT} role="img" aria-label={alternativeOf(net_gain, { ...interval, band })}>
        <line className="strip-band" x1={at(-band)} x2={at(band)} y1={MIDDLE} y2={MIDDLE} strokeWidth={HEIGHT} />
        <line className="strip-zero" x1={at(0)} x2={at(0)} y1="0" y2={HEIGHT} />
        <line className="strip-range" x1={at(interval.low)} x2={at(interval.high)} y1={MIDDLE} y2={MIDDLE} />
        <circle className="strip-gain" cx={at(net_gain)} cy={MIDDLE} r="6" />
      </svg>
      <div className="strip-ends" aria-hidden="true">
        <span>{formatSigned(-reach, 2)}</span>
        <span>0</span>
        <span>{formatSigned(reach, 2)}</span>
      </div>
    </div>
  );
}

const alternativeOf = (gain: number, { low, high, band }: { low: number; high: number; band: number }): string =>
  `Net gain ${formatSigned(gain)}, 95 % interval ${formatSigned(low)} to ${formatSigned(high)}; differences up to ${band} are too small to matter`;
