import { Speed, SpeedInput } from '@assay/schema';
import { speedSignal } from '../axis/speed.ts';
import { defineFormula } from '../formula.ts';

/**
 * The speed signal of one interaction, 0–1; upper bounds inclusive, in seconds.
 *
 *                Excellent 1.0   Good 0.9   Fair 0.8   Slow 0.6   Very slow 0.4
 *   environment  ≤ 0.5           ≤ 2        ≤ 5        ≤ 10       beyond
 *   service      ≤ 2             ≤ 5        ≤ 10       ≤ 25       beyond
 *   agent        ≤ 2             ≤ 5        ≤ 15       ≤ 30       beyond
 *
 * An unknown duration is 1. Frozen.
 */
export const axisSpeedV1 = defineFormula({
  id: 'axis.speed',
  version: '1',
  title: 'AXIS speed signal',
  description: 'How quick one interaction was for its kind.',
  input: SpeedInput,
  output: Speed,
  example: { category: 'environment', duration_ms: 1200 },
  compute: ({ category, duration_ms }) => ({
    ...speedSignal(category, duration_ms),
    defaulted:
      duration_ms == null
        ? [{ what: 'duration_ms', value: 1, reason: 'an unknown duration is not held against anyone' }]
        : [],
  }),
});
