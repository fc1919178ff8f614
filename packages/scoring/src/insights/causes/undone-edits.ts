import { undoneEdit } from '../../heuristic/rules/undone-edit.ts';
import { quoteCalls } from '../quote-call.ts';
import { createRuleCause, plural } from './rule-cause.ts';

export const undoneEdits = createRuleCause({
  id: 'undone-edits',
  rule: undoneEdit,
  signals: ['relevance', 'necessity'],
  say: (steps) => `${plural(steps.length, 'edit was', 'edits were')} reverted later: ${quoteCalls(steps)}`,
});
