import { expect, test } from 'vitest';
import { configure, ended, evidenceOf, modified } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const LOOSE = ['build/hook.js'];

test.each([
  { why: 'nothing was repeated', command: {}, verdict: 'N/A', reason: 'no command was repeated in a clean checkout' },
  {
    why: 'it passes in both',
    command: { clean: ended({}) },
    verdict: 'PASS',
    reason: 'every command that passes also passes in a clean checkout',
  },
  {
    why: 'it passes only with what the agent left',
    command: { clean: ended({ exit_code: 1 }) },
    verdict: 'FAIL',
    reason: "1 of 1 commands pass only in the agent's tree",
  },
  {
    why: 'nothing that was left holds a program',
    command: { clean: ended({ exit_code: 1 }) },
    loose: [],
    verdict: 'PASS',
    reason: '"tests" needs an ignored file that holds no program: let the setup of the scenario make it',
  },
  {
    why: 'the change adds dependencies',
    command: { clean: ended({ exit_code: 1 }) },
    path: 'package.json',
    verdict: 'PASS',
    reason: '"tests" needs dependencies that the change adds: let the setup of the scenario install them',
  },
])('$verdict: $why', ({ command, loose = LOOSE, path = 'src/app.js', verdict, reason }) => {
  const graded = applyScorer(
    configure({ name: 'loose', type: 'no_loose_programs' }),
    evidenceOf({
      commands: { tests: ended(command) },
      loose_programs: loose,
      changed_paths: [modified(path)],
    }),
  );
  expect(graded).toMatchObject({ verdict, reason });
  const findings = verdict === 'FAIL' ? [{ path: 'build/hook.js', kind: 'loose_program', certain: true }] : [];
  expect(graded.findings).toMatchObject(findings);
});
