import type { Step } from '../../heuristic/context.ts';
import type { HeuristicRule } from '../../heuristic/rule.ts';
import type { Cause } from '../cause.ts';

interface RuleCause {
  readonly id: string;
  readonly rule: HeuristicRule;
  readonly signals: readonly string[];
  /** Describes the steps that the rule names; there is at least one. */
  say(steps: readonly [Step, ...Step[]]): string;
}

/** A cause that a rule of the offline judge detects, whoever judged. */
export const createRuleCause = ({ id, rule, signals, say }: RuleCause): Cause => ({
  id,
  signals,
  find({ context, steps, isLosing }) {
    const own = new Set(steps);
    const remarked = new Set(rule.judge(context).map(({ step }) => step));
    const [first, ...others] = [...remarked].filter((step) => own.has(step) && isLosing(step));
    if (first === undefined) return null;
    const found = [first, ...others] as const;
    return { words: say([...found]), steps: found };
  },
});

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
