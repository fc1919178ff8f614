import { quoteCalls } from '../../insights/quote-call.ts';
import { createCauseRule } from './cause-rule.ts';
import { plural } from './finding-rule.ts';

export const rebuiltContext = createCauseRule({
  kind: 'rebuilt-context',
  cause: 'rebuilt_context',
  least: 2,
  advice: 'Start a new session per task, so that the context is not compacted in the middle of one.',
  say: (steps) =>
    `${plural(steps.length, 'file')} had to be read again after the context was compacted: ${quoteCalls(steps)}`,
});
