import { AxisInput, AxisResult } from '@assay/schema';
import { scoreAxis } from '../axis/score-axis.ts';
import { defineFormula } from '../formula.ts';
import { logNormal } from '../math/calibration.ts';

/**
 * AXIS result, 0–100, with the figures AXIS 1.17 prints.
 *
 *   result     = Σ weight × dimension                        goal_achievement 0.4, environment, service, agent 0.2 each
 *   dimension  = 100·Φ((ln raw − ln 0.5)/0.4)                raw ≤ 0 → 0, raw ≥ 1 → 100
 *   raw        = Σ share × signal                            environment, service: success 0.7, speed 0.3
 *                                                            agent: success 0.1, speed 0.1, weight 0.2, relevance 0.2, necessity 0.4
 *   speed      = Σvw/Σw, w = 1 + (1 − v)²                    success, weight, relevance: w = max(1, context bytes)
 *   goal       = 100 × Σ(grade/10 × w)/Σw                    not calibrated
 *
 * A dimension without interactions is 100, and what nobody judged counts as perfect; both are named in `defaulted`.
 * Every dimension and the result are rounded half up. Frozen.
 */
export const axisV1 = defineFormula({
  id: 'axis',
  version: '1',
  title: 'AXIS result, as AXIS 1.17 prints it',
  description: 'Agent experience over goal, environment, service and agent; silence is taken for perfection.',
  input: AxisInput,
  output: AxisResult,
  example: {
    interactions: [
      {
        id: 'i1',
        categories: ['agent'],
        duration_ms: 3200,
        context_bytes: 240,
        signals: { success: 1, weight: 1, relevance: 1 },
      },
      {
        id: 'i2',
        categories: ['environment'],
        duration_ms: 900,
        context_bytes: 5200,
        signals: { success: 1, weight: 0.7, relevance: 0.9 },
      },
      {
        id: 'i3',
        categories: ['environment', 'service'],
        duration_ms: 27_000,
        context_bytes: 800,
        signals: { success: 0, weight: 1, relevance: 0.2 },
      },
    ],
    necessity: { agent: 0.8 },
    goal: {
      checks: [
        { check: 'Negative amounts raise RangeError', grade: 9, weight: 0.7 },
        { check: 'The change is minimal', grade: 6 },
      ],
    },
  },
  compute: (input) =>
    scoreAxis(input, { severity: (value) => 1 + (1 - value) * (1 - value), calibrate: logNormal, silence: 'perfect' }),
});
