import { formatDuration } from '../../insights/words.ts';
import type { FindingRule } from './finding-rule.ts';

const WORTH_MS = 60_000;

/** Time lost to errors and retries of the model service. */
export const serviceWait: FindingRule = {
  kind: 'service-wait',

  find({ requests }) {
    const waited = requests.reduce((all, { wall_ms }) => all + (wall_ms.service ?? 0), 0);
    if (waited < WORTH_MS) return [];
    return [
      {
        message: `errors and retries of the model service took ${formatDuration(waited)}`,
        advice: 'Look at the limits of the account and the status of the service.',
        refs: [],
        cost: { cost_usd: null, wall_ms: waited },
      },
    ];
  },
};
