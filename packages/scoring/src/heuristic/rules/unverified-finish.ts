import { isAgentPath } from '../../interactions/agent-paths.ts';
import type { Step } from '../context.ts';
import { type HeuristicRule, remark } from '../rule.ts';

// the edit may well have been needed; what nobody saw is that it works
const VALUES = { success: 0.5 };

/** A last edit that no test, build or run came after. */
export const unverifiedFinish: HeuristicRule = {
  id: 'unverified-finish',
  title: 'The last edit is tried',
  description: 'An edit that nothing ran after is a guess.',

  judge({ steps }) {
    const last = steps.findLastIndex(isCodeEdit);
    const step = steps[last];
    if (step === undefined || steps.slice(last + 1).some(({ call }) => call?.role === 'run')) return [];
    return remark(step, VALUES, { reason: 'no test, build or run came after this, the last edit' });
  },
};

const PROSE = /\.(md|mdx|txt|rst|adoc|log)$|(^|\/)(license|notice|changelog|authors)$/i;

function isCodeEdit({ call, failed }: Step): boolean {
  if (call?.role !== 'edit' || failed) return false;
  return call.targets.length === 0 || !call.targets.every((path) => PROSE.test(path) || isAgentPath(path));
}
