import { DISAGREEMENTS } from '../../../shared/disagreements.ts';
import { RESULTS } from '../../../shared/result.ts';

const choice = (title: string, choices: readonly string[]) => ({ title, kind: 'choice', choices }) as const;

/** The fields with a fixed set of values, which are columns and filters. */
export const CHOICES = {
  result: choice('Result', RESULTS),
  status: choice('Status', ['queued', 'running', 'finished', 'cancelled', 'abandoned']),
  outcome: choice('Outcome', ['COMPLETED', 'BLOCKED', 'FAILED']),
  overall: choice('Scorers', ['PASS', 'FAIL', 'N/A', 'ERROR']),
  judge: choice('Judge', ['PASS', 'FAIL', 'UNPARSEABLE', 'not_asked', 'not_applicable']),
  tier: choice('Tier', ['Elite', 'Gold', 'Silver', 'Bronze', 'Unranked']),
  disagreement: choice('Disagreement', DISAGREEMENTS),
};
