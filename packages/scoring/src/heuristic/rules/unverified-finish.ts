import { isAgentPath } from '../../interactions/agent-paths.ts';
import type { Step } from '../context.ts';
import { type HeuristicRule, remark } from '../rule.ts';

// the edit may be needed, but nothing shows that it works
const VALUES = { success: 0.5 };

/** A last edit that no test, build or run follows. */
export const unverifiedFinish: HeuristicRule = {
  id: 'unverified-finish',
  title: 'The last edit is verified',
  description: 'An edit without a later test, build or run is unverified.',

  judge({ steps }) {
    const last = steps.findLastIndex(isCodeEdit);
    const step = steps[last];
    if (step === undefined || steps.slice(last + 1).some(({ call }) => call?.role === 'run')) return [];
    return remark(step, VALUES, { reason: 'no test, build or run followed this last edit' });
  },
};

const PROSE = /\.(md|mdx|txt|rst|adoc|log)$|(^|\/)(license|notice|changelog|authors)$/i;

function isCodeEdit({ call, failed }: Step): boolean {
  if (call?.role !== 'edit' || failed) return false;
  return call.targets.length === 0 || !call.targets.every((path) => PROSE.test(path) || isAgentPath(path));
}
