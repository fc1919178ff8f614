import type { SessionFinding } from '@assay/schema';
import type { FindingScope } from './finding-rule.ts';
import { FINDING_RULES } from './index.ts';

const MOST = 20;
const MOST_REFS = 50;

/** The findings of a session, costliest first: by their share in its money, or in its time if that is larger. */
export function findFindings(scope: FindingScope): SessionFinding[] {
  const { cost_usd: money, wall_ms: time } = scope.session.record;
  return FINDING_RULES.flatMap(({ kind, find }) =>
    find(scope).map(({ message, advice, refs, cost }): SessionFinding => {
      const sentence = `${message[0]?.toUpperCase()}${message.slice(1)}.`;
      return {
        kind,
        message: sentence,
        advice,
        ...(cost ?? scope.costOf([...new Set(refs)])),
        refs: refs.slice(0, MOST_REFS),
      };
    }),
  )
    .toSorted((a, b) => weigh(b, money, time) - weigh(a, money, time))
    .slice(0, MOST);
}

function weigh({ cost_usd, wall_ms }: SessionFinding, money: number | null, time: number | null): number {
  return Math.max(share(cost_usd, money), share(wall_ms, time));
}

const share = (part: number | null, whole: number | null): number =>
  part === null || whole === null || whole === 0 ? 0 : part / whole;
