import { repeatedThinking } from '../../heuristic/rules/repeated-thinking.ts';
import { createRuleCause, plural } from './rule-cause.ts';

export const repeatedThoughts = createRuleCause({
  id: 'repeated-thoughts',
  rule: repeatedThinking,
  signals: ['relevance', 'necessity'],
  say: (steps) => `${plural(steps.length, 'long thought')} repeated earlier ones`,
});
