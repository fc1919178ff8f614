import { CalibrateInput, Calibration } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { continuousLogNormal } from '../math/calibration.ts';

/**
 * A raw AXIS dimension on the 0–100 scale, not rounded.
 *
 *   score = 100·Φ((ln raw − μ)/0.4)/Φ(−μ/0.4)     μ such that raw 0.5 → 50 exactly; continuous up to 100
 *
 * Frozen.
 */
export const axisCalibrateV2 = defineFormula({
  id: 'axis.calibrate',
  version: '2',
  title: 'AXIS calibration',
  description: 'From a raw dimension to 0–100, continuous up to 100.',
  input: CalibrateInput,
  output: Calibration,
  example: { raw: 0.7 },
  compute: ({ raw }) => ({ score: continuousLogNormal(raw) }),
});
