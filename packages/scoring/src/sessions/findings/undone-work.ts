import { quoteCalls } from '../../insights/quote-call.ts';
import { createCauseRule } from './cause-rule.ts';
import { plural } from './finding-rule.ts';

export const undoneWork = createCauseRule({
  kind: 'undone-work',
  cause: 'undone_work',
  least: 1,
  advice: 'Agree on the approach before the edits: ask for a plan first.',
  say: (steps) => `${plural(steps.length, 'call was', 'calls were')} undone or rejected: ${quoteCalls(steps)}`,
});
