import { AxisInput, AxisResult } from '@assay/schema';
import { scoreAxis } from '../axis/score-axis.ts';
import { defineFormula } from '../formula.ts';
import { continuousLogNormal } from '../math/calibration.ts';
import { tenthPowerMean } from '../math/mean-loss.ts';

/**
 * AXIS result, 0–100.
 *
 *   result     = Σ weight × dimension / Σ weight             goal_achievement 0.4, environment, service, agent 0.2 each
 *   dimension  = 100·Φ((ln raw − μ)/0.4)/Φ(−μ/0.4)           μ such that raw 0.5 → 50; continuous up to 100
 *   raw        = Σ share × signal                            environment, service: success 0.7, speed 0.3
 *                                                            agent: success 0.1, speed 0.1, weight 0.2, relevance 0.2, necessity 0.4
 *   speed      = 1 − (Σ(1 − v)¹⁰/n)^(1/10)                   success, weight, relevance: w = max(1, context bytes)
 *   goal       = 100 × Σ(grade/10 × w)/Σw                    not calibrated
 *
 * The slowest calls decide the speed: one slow call among n costs n^(−1/10) of what n slow calls cost, so ten times as many
 * fast calls around it take a fifth off its cost. One very slow call among a hundred perfect ones takes a dimension to 96.
 * A slower call never raises the speed. Calls that are equally slow have the speed of each.
 *
 * A dimension without interactions is not applicable, one that nobody judged is withheld: the others share its
 * weight, and a withheld one makes the result partial. An interaction that was not judged is left out of the
 * signal and counted; a signal judged nowhere leaves its share to the others. Every dimension and the result are
 * rounded half up. Frozen. Another curve or constant is `axis.v4.ts`.
 */
export const axisV3 = defineFormula({
  id: 'axis',
  version: '3',
  title: 'AXIS result',
  description: 'Agent experience over goal, environment, service and agent; silence is never taken for perfection.',
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
    scoreAxis(input, { meanLoss: tenthPowerMean, calibrate: continuousLogNormal, silence: 'unknown' }),
});
