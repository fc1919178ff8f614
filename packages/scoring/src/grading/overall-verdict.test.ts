import type { ScorerVerdict } from '@assay/schema';
import fc from 'fast-check';
import { test } from 'vitest';
import { score } from '../registry.ts';
import { overallVerdict } from './overall-verdict.ts';

const verdicts = fc.array(fc.constantFrom<ScorerVerdict>('PASS', 'FAIL', 'N/A', 'ERROR'), { maxLength: 5 });

test('the overall verdict is the one of the formula gates', () => {
  fc.assert(
    fc.property(verdicts, (given) => {
      const results = given.map((verdict, index) => ({ name: `${index}`, verdict, required: true }));
      const gates = score('gates', { results, judge: null, run: { completed: true, passed: true } });
      return 'scorers' in gates && gates.scorers === overallVerdict(results);
    }),
  );
});
