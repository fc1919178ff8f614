import type { ComparedOpinion } from '@assay/scoring';
import { calibrateJudge } from '@assay/scoring';
import { expect, test } from 'vitest';
import { PLAIN } from '../terminal/style.ts';
import { drawCalibration, drawDrift } from './calibration.ts';

const opinion = (verdict: 'PASS' | 'FAIL') => ({
  verdict,
  task_completion: verdict === 'PASS' ? 5 : 1,
  instruction_adherence: null,
  efficiency: null,
});
const runs: ComparedOpinion[] = Array.from({ length: 30 }, (_, index) => ({
  agent: 'mine\u001b[2J\nother',
  length: index,
  judge: opinion(index < 16 ? 'PASS' : 'FAIL'),
  people: opinion(index < 15 ? 'PASS' : 'FAIL'),
}));

test('a calibration shows the matrix, each estimate with its interval, and the status', () => {
  const text = drawCalibration(
    {
      file: '/x/y.json',
      calibration: {
        ...{ judge: 'openai:gpt-5', criteria: 'run@1', criteria_digest: '0'.repeat(64), labels_digest: '1'.repeat(64) },
        ...{ calibrated_at: '2026-11-15T12:00:00.000Z', labelled: 31, divided: 2 },
        ...calibrateJudge(runs),
      },
    },
    PLAIN,
  );
  expect(text).toContain('openai:gpt-5 by run@1: calibrated, kappa 0.93');
  expect(text).toContain('30 of 31 labeled runs compared; people disagree on 2 more');
  expect(text).toMatch(/judge PASS {2}15 +1\n +judge FAIL {2}0 +14/);
  expect(text).toMatch(/kappa of efficiency +– +at least 3 runs/);
  expect(text).toContain('favors mine\\u{1b}[2J other by');
  expect(text).not.toContain('\u001b');
});

test.each([
  { compared: 0, drifted: false, says: 'nothing to compare yet' },
  { compared: 20, drifted: false, says: 'steady' },
  { compared: 20, drifted: true, says: 'drifted' },
])('$compared anchors compared, drifted $drifted: $says', ({ compared, drifted, says }) => {
  const text = drawDrift(
    {
      ...{ judge: 'openai:gpt-5', criteria_digest: '0'.repeat(64), checked_at: '2026-11-15T12:00:00.000Z' },
      ...{ models: [], anchors: 20, renewed: 20 - compared, compared, bar: 0.1, drifted, reason: 'as found' },
      flipped: [{ run_id: 'run_1', first: 'PASS', now: 'FAIL' }],
      flip_rate: { value: 0.05, interval: null, of: 20, reason: null },
      rating_shift: { task_completion: -0.25, instruction_adherence: null, efficiency: 0 },
    },
    PLAIN,
  );
  expect(text).toContain(`openai:gpt-5: ${says}`);
  expect(text).toContain('task completion −0.25, efficiency +0.00');
  expect(text).toContain('run_1: PASS → FAIL');
});
