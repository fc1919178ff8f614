import { Composite, CompositeInput, type Consumption, type Defaulted } from '@assay/schema';
import { defineFormula } from '../formula.ts';
import { buildLedger, type Loss } from '../ledger.ts';
import { add, clamp, divide, type Fraction, fraction, multiply, subtract, sum, toNumber } from '../math/exact.ts';

/**
 * Composite of objective checks, judge and cost, 0–1.
 *
 *   obj01     = checks passed / total                          1 when the task has no checks
 *   base      = (0.6·obj01 + 0.4·judge01)/(0.6 + 0.4)          obj01 alone without a judge
 *   ratio_i   = candidate/baseline of tokens, tool calls, steps, wall clock: those both sides have;
 *               a baseline of 0 gives 1 if the candidate is 0 too, else 2
 *   cost      = 0.1·clamp(1 − mean(ratio_i), −1, 1)            0 without a reference
 *   composite = clamp(base + cost, 0, 1)
 *
 * Frozen. Another constant is `composite.v2.ts`.
 */
export const compositeV1 = defineFormula({
  id: 'composite',
  version: '1',
  title: 'Composite',
  description: 'Objective checks, judge and cost in one number, for comparing configurations.',
  input: CompositeInput,
  output: Composite,
  example: {
    checks: { passed: 9, total: 10 },
    judge: 0.8,
    cost: { tokens: 40_000, wall_ms: 60_000 },
    reference: { tokens: 50_000, wall_ms: 60_000 },
  },
  compute({ checks, judge, cost, reference }) {
    const defaulted: Defaulted[] = [];
    if (checks.total === 0) defaulted.push({ what: 'checks', value: 1, reason: 'the task has no objective checks' });
    if (judge == null)
      defaulted.push({ what: 'judge', value: null, reason: 'no judge; the objective checks count alone' });
    const objective = checks.total === 0 ? ONE : divide(fraction(checks.passed), fraction(checks.total));
    const base =
      judge == null ? objective : add(multiply(OBJECTIVE_SHARE, objective), multiply(JUDGE_SHARE, fraction(judge)));

    const ratios = costRatios(cost ?? {}, reference ?? {});
    const names = Object.keys(ratios);
    if (names.length === 0) defaulted.push({ what: 'cost', value: 0, reason: 'nothing measured on both sides' });
    const adjustment = names.length === 0 ? fraction(0) : costAdjustment(Object.values(ratios));
    const composite = toNumber(clamp(add(base, adjustment), fraction(0), ONE));

    const [objectiveShare, judgeShare] = judge == null ? [ONE, fraction(0)] : [OBJECTIVE_SHARE, JUDGE_SHARE];
    const losses: Loss[] = [
      {
        points: toNumber(multiply(objectiveShare, subtract(ONE, objective))),
        reason: `${checks.total - checks.passed} of ${checks.total} checks failed`,
        ref: 'checks',
        group: 'objective',
      },
      {
        points: toNumber(multiply(judgeShare, subtract(ONE, fraction(judge ?? 1)))),
        reason: `the judge gave ${judge}`,
        ref: 'judge',
        group: 'judge',
      },
      {
        points: 1 - composite - toNumber(subtract(ONE, base)),
        reason: `cost against the reference: ${names.join(', ')}`,
        ref: 'cost',
        group: 'cost',
      },
    ];
    return {
      composite,
      base: toNumber(base),
      cost_adjustment: toNumber(adjustment),
      objective: toNumber(objective),
      cost_ratios: Object.fromEntries(
        names.map((name) => [name, Math.min(Number.MAX_VALUE, toNumber(ratios[name] as Fraction))]),
      ),
      defaulted,
      ledger: buildLedger(1, composite, losses),
    };
  },
});

const ONE = fraction(1);
const OBJECTIVE_SHARE = fraction(0.6);
const JUDGE_SHARE = fraction(0.4);
const COST_SHARE = fraction(0.1);
const MEASURES = ['tokens', 'tool_calls', 'steps', 'wall_ms'] as const;

function costRatios(cost: Consumption, reference: Consumption): Record<string, Fraction> {
  return Object.fromEntries(
    MEASURES.flatMap((name) => {
      const [candidate, baseline] = [cost[name], reference[name]];
      if (candidate == null || baseline == null) return [];
      if (baseline === 0) return [[name, fraction(candidate === 0 ? 1 : 2)]];
      return [[name, divide(fraction(candidate), fraction(baseline))]];
    }),
  );
}

function costAdjustment(ratios: readonly Fraction[]): Fraction {
  const mean = divide(sum(ratios), fraction(ratios.length));
  return multiply(COST_SHARE, clamp(subtract(ONE, mean), fraction(-1), ONE));
}
