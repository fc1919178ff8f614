import { unusedOutput } from '../../heuristic/rules/unused-output.ts';
import { quoteCalls } from '../quote-call.ts';
import { createRuleCause, plural } from './rule-cause.ts';

export const unusedOutputs = createRuleCause({
  id: 'unused-outputs',
  rule: unusedOutput,
  signals: ['relevance'],
  say: (steps) => `nothing that ${plural(steps.length, 'call')} returned was used: ${quoteCalls(steps)}`,
});
