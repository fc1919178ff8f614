import { unverifiedFinish } from '../../heuristic/rules/unverified-finish.ts';
import { quoteCall } from '../quote-call.ts';
import { createRuleCause } from './rule-cause.ts';

export const unverifiedEdit = createRuleCause({
  id: 'unverified-edit',
  rule: unverifiedFinish,
  signals: ['success'],
  say: ([last]) => `no test, build or run followed the last edit, ${quoteCall(last)}`,
});
