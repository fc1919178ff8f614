import { quoteCalls, shorten } from '../../insights/quote-call.ts';
import type { SessionStep } from '../session.ts';
import { type FindingRule, plural, refsOf } from './finding-rule.ts';

const NOT_FOUND =
  /(?:^|\n)(?:[^\n]{0,40}sh: )?(?:line )?(?:\d+: ){0,2}([\w.+-]{1,60}): (?:command )?not found|command not found: ([\w.+-]{1,60})|\bNo module named ['"]?([\w.-]{1,60})|Missing script: "?([\w:.-]{1,60})/;

/** The name of what was missing, as the shell or an interpreter reports it. */
export const missingName = ({ output, outcome }: SessionStep): string | null =>
  output === null || outcome === 'rejected'
    ? null
    : (NOT_FOUND.exec(`${output.slice(0, 2000)}\n${output.slice(-2000)}`)
        ?.slice(1)
        .find((name) => name !== undefined) ?? null);

/** Calls that failed because a program, script or module is not there. */
export const missingTool: FindingRule = {
  kind: 'missing-tool',

  find({ session: { steps } }) {
    const failed = steps.filter((step) => step.call?.command != null && step.outcome !== 'succeeded');
    const groups = Map.groupBy(failed, (step) => missingName(step) ?? '');
    groups.delete('');
    return [...groups].map(([name, group]) => ({
      message: `\`${shorten(name, 60)}\` is missing: ${plural(group.length, 'call')} failed, ${quoteCalls(group)}`,
      advice: 'Install it, or name what to use instead in the instructions of the agent.',
      refs: refsOf(group),
    }));
  },
};
