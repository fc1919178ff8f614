import { quoteCalls } from '../../insights/quote-call.ts';
import { formatSize } from '../../insights/words.ts';
import { createCauseRule } from './cause-rule.ts';
import { plural } from './finding-rule.ts';

export const unusedOutputs = createCauseRule({
  kind: 'unused-output',
  cause: 'unused_output',
  least: 1,
  advice: 'Limit what is printed: search for the name, or read the lines that matter.',
  say: (steps) =>
    `${plural(steps.length, 'output')} of ${formatSize(steps.reduce((all, { output_bytes }) => all + output_bytes, 0))} went unused: ${quoteCalls(
      steps.toSorted((a, b) => b.output_bytes - a.output_bytes),
    )}`,
});
