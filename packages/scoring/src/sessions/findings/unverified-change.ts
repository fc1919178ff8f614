import type { SessionRequest } from '@assay/schema';
import { type FindingRule, plural } from './finding-rule.ts';

/** Requests that end with a change that nothing checked, or that a check rejects. The latest is named. */
export const unverifiedChange: FindingRule = {
  kind: 'unverified-change',

  find: ({ requests }) =>
    STATES.flatMap(({ state, advise }) => {
      const own = requests.filter(({ verification }) => verification === state);
      const last = own.at(-1);
      if (last === undefined) return [];
      const others = own.length === 1 ? '' : `, and so it was after ${plural(own.length - 1, 'other request')}`;
      return [
        {
          message: `${state === 'red' ? 'a check ' : ''}${last.verification_reason}${others}`,
          advice: advise(last),
          refs: last.checks.slice(-3).map(({ ref }) => ref),
          cost: { cost_usd: null, wall_ms: null },
        },
      ];
    }),
};

const STATES: readonly {
  readonly state: SessionRequest['verification'];
  readonly advise: (request: SessionRequest) => string;
}[] = [
  { state: 'red', advise: () => 'Do not rely on the change before the check is green.' },
  { state: 'could_not_run', advise: () => 'Make the check runnable where the agent works, or name one that is.' },
  { state: 'unchecked', advise: adviseUnchecked },
];

function adviseUnchecked({ checks }: SessionRequest): string {
  const known = checks.findLast(({ kind }) => kind === 'test') ?? checks.at(-1);
  return known === undefined
    ? 'Name a check in the instructions of the agent, to be run after the last change.'
    : `Run \`${known.command.replaceAll('`', "'")}\` again before you rely on the change.`;
}
