import { CalibrateInput, Calibration } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { logNormal } from '../math/calibration.ts';

/**
 * A raw AXIS dimension on the 0–100 scale, not rounded.
 *
 *   score = 100·Φ((ln raw − ln 0.5)/0.4)     raw ≤ 0 → 0, raw ≥ 1 → 100, so that 97–99 are all but out of reach
 *
 * Frozen.
 */
export const axisCalibrateV1 = defineFormula({
  id: 'axis.calibrate',
  version: '1',
  title: 'AXIS calibration',
  description: 'From a raw dimension to 0–100, as AXIS 1.17 does it.',
  input: CalibrateInput,
  output: Calibration,
  example: { raw: 0.7 },
  compute: ({ raw }) => ({ score: logNormal(raw) }),
});
