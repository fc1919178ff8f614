import { quoteCalls } from '../../insights/quote-call.ts';
import { type FindingRule, refsOf } from './finding-rule.ts';

const MANY = 5;
const SHARE = 0.15;

/** Many calls that failed, whatever the reason. */
export const failedCalls: FindingRule = {
  kind: 'failed-calls',

  find({ session: { steps }, causes }) {
    const calls = steps.filter(({ outcome }) => outcome !== null);
    const failed = calls.filter(
      ({ outcome, interaction }) => outcome === 'failed' && causes.get(interaction.id) === 'failed_calls',
    );
    if (failed.length < MANY || failed.length < SHARE * calls.length) return [];
    return [
      {
        message: `${failed.length} of ${calls.length} calls failed without showing anything about the work: ${quoteCalls(failed)}`,
        advice: 'Tell the agent in its instructions how to run these commands here.',
        refs: refsOf(failed),
      },
    ];
  },
};
