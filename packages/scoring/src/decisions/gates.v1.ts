import { type Disagreement, Gates, GatesInput, type ScorerVerdict } from '@assay/schema';
import { defineFormula, type Unstamped } from '../formula.ts';

/**
 * The three gates of a run. None stands for another.
 *
 *   scorers  ERROR if a required scorer is ERROR, else FAIL if one is FAIL, else PASS if one is PASS, else N/A
 *   judge    the verdict field of the judgment
 *   run      PASS if the run completed and passed the generic run metrics
 *
 *   disagreement   judge PASS, scorers FAIL: constraint_violated
 *                  scorers PASS, judge FAIL: unconvincing
 *                  both PASS, an advisory scorer FAIL: review_advised
 *
 * Frozen.
 */
export const gatesV1 = defineFormula({
  id: 'gates',
  version: '1',
  title: 'Gates',
  description: 'What the scorers, the judge and the run itself say, and how they disagree.',
  input: GatesInput,
  output: Gates,
  example: {
    results: [
      { name: 'tests pass', verdict: 'PASS', required: true },
      { name: 'tests untouched', verdict: 'FAIL', required: true },
    ],
    judge: 'PASS',
    run: { completed: true, passed: true },
  },
  compute({ results, run, ...said }): Unstamped<Gates> {
    const judge = said.judge ?? null;
    const required = results.filter((result) => result.required).map((result) => result.verdict);
    const scorers = overall(required);
    const advisoryFails = results.filter((result) => !result.required && result.verdict === 'FAIL').length;
    return {
      scorers,
      judge,
      run: run.completed && run.passed ? 'PASS' : 'FAIL',
      disagreement: disagreementOf(scorers, judge, advisoryFails),
      reasons: {
        scorers:
          required.length === 0
            ? 'no scorer is required'
            : `${count(required, 'PASS')} passed, ${count(required, 'FAIL')} failed, ${count(required, 'N/A')} not applicable, ${count(required, 'ERROR')} in error, of ${required.length} required`,
        judge: judge === null ? 'no judge gave a verdict' : `the judge said ${judge}`,
        run: run.completed
          ? `the run completed and ${run.passed ? 'passed' : 'did not pass'} the run metrics`
          : 'the run did not complete',
      },
    };
  },
});

/** OVERALL over the verdicts of the required scorers. */
function overall(required: readonly ScorerVerdict[]): ScorerVerdict {
  if (required.includes('ERROR')) return 'ERROR';
  if (required.includes('FAIL')) return 'FAIL';
  return required.includes('PASS') ? 'PASS' : 'N/A';
}

function disagreementOf(scorers: ScorerVerdict, judge: Gates['judge'], advisoryFails: number): Disagreement | null {
  if (judge === 'PASS' && scorers === 'FAIL') return 'constraint_violated';
  if (judge === 'FAIL' && scorers === 'PASS') return 'unconvincing';
  return judge === 'PASS' && scorers === 'PASS' && advisoryFails > 0 ? 'review_advised' : null;
}

const count = (verdicts: readonly ScorerVerdict[], verdict: ScorerVerdict): number =>
  verdicts.filter((v) => v === verdict).length;
