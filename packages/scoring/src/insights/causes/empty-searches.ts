import { emptySearch } from '../../heuristic/rules/empty-search.ts';
import { quoteCalls } from '../quote-call.ts';
import { createRuleCause, plural } from './rule-cause.ts';

export const emptySearches = createRuleCause({
  id: 'empty-searches',
  rule: emptySearch,
  signals: ['relevance', 'necessity'],
  say: (steps) => `${plural(steps.length, 'search', 'searches')} found nothing: ${quoteCalls(steps)}`,
});
