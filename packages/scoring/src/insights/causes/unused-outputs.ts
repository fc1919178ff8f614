import { unusedOutput } from '../../heuristic/rules/unused-output.ts';
import { quoteCalls } from '../quote-call.ts';
import { createRuleCause, plural } from './rule-cause.ts';

export const unusedOutputs = createRuleCause({
  id: 'unused-outputs',
  rule: unusedOutput,
  signals: ['relevance'],
  say: (steps) => `no output of ${plural(steps.length, 'call')} was used: ${quoteCalls(steps)}`,
});
