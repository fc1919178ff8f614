import { repeatedRead } from '../../heuristic/rules/repeated-read.ts';
import { quoteCalls } from '../quote-call.ts';
import { createRuleCause, plural } from './rule-cause.ts';

export const repeatedReads = createRuleCause({
  id: 'repeated-reads',
  rule: repeatedRead,
  signals: ['necessity', 'relevance', 'weight'],
  say: (steps) => `${plural(steps.length, 'call')} reread unchanged content: ${quoteCalls(steps)}`,
});
