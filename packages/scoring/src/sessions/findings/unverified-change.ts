import type { Verification } from '@assay/schema';
import { type FindingRule, plural, refsOf } from './finding-rule.ts';

/** The last change of code, if nothing checked it, or a check rejects it. */
export const unverifiedChange: FindingRule = {
  kind: 'unverified-change',

  find({ state: { verification, reason, deciding, earlier }, requests }) {
    const advice = ADVICE[verification]?.(earlier?.command);
    if (advice === undefined) return [];
    const others = requests.filter((request) => request.verification === verification).length - 1;
    const repeated = others < 1 ? '' : `, and so it was after ${plural(others, 'other request')}`;
    const checks = deciding.length > 0 || earlier === undefined ? deciding : [earlier];
    return [
      {
        message: `${verification === 'red' ? 'a check ' : ''}${reason}${repeated}`,
        advice,
        refs: refsOf(checks.map(({ step }) => step)),
        cost: { cost_usd: null, wall_ms: null },
      },
    ];
  },
};

const ADVICE: Readonly<Partial<Record<Verification, (earlier: string | undefined) => string>>> = {
  red: () => 'Do not rely on the change before the check is green.',
  could_not_run: () => 'Make the check runnable where the agent works, or name one that is.',
  unchecked: (earlier) =>
    earlier === undefined
      ? 'Name a check in the instructions of the agent, to be run after the last change.'
      : `Run \`${earlier.replaceAll('`', "'")}\` again before you rely on the change.`,
};
