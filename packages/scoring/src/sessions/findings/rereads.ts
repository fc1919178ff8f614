import { quoteCalls } from '../../insights/quote-call.ts';
import { createCauseRule } from './cause-rule.ts';
import { plural } from './finding-rule.ts';

export const rereads = createCauseRule({
  kind: 'rereads',
  cause: 'reread',
  least: 3,
  advice: 'Ask for the parts of a file that are needed; a sub-agent keeps long reading out of the context.',
  say: (steps) => `${plural(steps.length, 'read')} returned what was already read: ${quoteCalls(steps)}`,
});
