import type { Step } from '../../heuristic/context.ts';
import type { Cause } from '../cause.ts';
import { quoteCalls } from '../quote-call.ts';
import { groupRepeated } from './repeated-failures.ts';

/** Calls that ended in an error. */
export const failedCalls: Cause = {
  id: 'failed-calls',
  signals: ['success'],

  find({ steps, isLosing }) {
    const failed = steps.filter((step) => step.failed && isLosing(step));
    if (failed.length === 0) return null;
    // if only commands failed, count them among commands, which is more precise
    const noun = failed.every(isCommand) ? 'command' : 'call';
    const all = steps.filter((step) => (noun === 'command' ? isCommand(step) : step.interaction.kind === 'tool'));
    const repeated = new Set(groupRepeated(failed).flat());
    const others = failed.filter((step) => !repeated.has(step));
    const names = others.length === 0 ? '' : `: ${quoteCalls(others)}`;
    const count = `${failed.length} of ${Math.max(all.length, failed.length)} ${noun}s failed`;
    return { words: `${all.length === 1 ? `the only ${noun} failed` : count}${names}`, steps: failed };
  },
};

const isCommand = ({ call }: Step): boolean => call?.command != null;
