import { oversizedOutput } from '../../heuristic/rules/oversized-output.ts';
import { quoteCall } from '../quote-call.ts';
import { formatSize } from '../words.ts';
import { createRuleCause } from './rule-cause.ts';

const NAMED = 3;

export const oversizedOutputs = createRuleCause({
  id: 'oversized-outputs',
  rule: oversizedOutput,
  signals: ['weight'],
  say: (steps) => {
    const largest = steps.toSorted((a, b) => b.output_bytes - a.output_bytes).slice(0, NAMED);
    const said = largest.map((step) => `${quoteCall(step)} returned ${formatSize(step.output_bytes)}`);
    const more = steps.length > NAMED ? ` and ${steps.length - NAMED} more` : '';
    return `outputs were larger than needed: ${said.join(', ')}${more}`;
  },
});
