import type { AxisDimension, AxisResult, Category, Interaction } from '@assay/schema';
import { speedCategory, speedSignal } from '../axis/speed.ts';
import { mean } from '../math/sum.ts';

const REASON = 'withheld: needs a judge';

/**
 * The AXIS result of a session that only rules have judged: no score and no band. A dimension keeps what was measured:
 * the share of calls that did not fail, and the speed of the calls with a known duration.
 */
export function withholdAxis(axis: AxisResult, interactions: readonly Interaction[]): AxisResult {
  const measure = (name: Category): AxisDimension => {
    const { interactions: count, ...dimension } = axis.dimensions[name];
    if (dimension.status === 'not_applicable') return axis.dimensions[name];
    const signals = name === 'agent' ? {} : measureSignals(name, interactions);
    return { status: 'withheld', score: null, raw: null, signals, interactions: count, judged: 0, reason: REASON };
  };
  return {
    ...axis,
    score: null,
    band: null,
    partial: true,
    reason: REASON,
    dimensions: {
      goal_achievement: axis.dimensions.goal_achievement,
      environment: measure('environment'),
      service: measure('service'),
      agent: measure('agent'),
    },
    insights: [],
    defaulted: [],
    ledger: [],
  };
}

function measureSignals(name: Category, interactions: readonly Interaction[]): Record<string, number> {
  const own = interactions.filter(({ categories }) => categories.includes(name));
  const success = mean(own.map(({ is_error }) => (is_error ? 0 : 1)));
  const speed = mean(
    own.flatMap(({ categories, duration_ms }) =>
      duration_ms === null ? [] : [speedSignal(speedCategory(categories), duration_ms).value],
    ),
  );
  return { ...(success !== null && { success }), ...(speed !== null && { speed }) };
}
