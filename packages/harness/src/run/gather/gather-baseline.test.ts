import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openGrading } from '../../../test/grading.ts';
import { gatherBaseline } from './gather-baseline.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const junit = (outcome: string): string => `<testsuite><testcase name="adds">${outcome}</testcase></testsuite>`;
const named = { type: 'fail_to_pass', name: 'named', command: 'tests', tests: ['adds'] };

test('runs compared commands on the baseline and leaves no trace', async () => {
  await using grading = await openGrading({
    scorers: [
      { name: 'build', command: 'touch built', same_tests: false },
      { name: 'aside', command: 'touch aside', isolated: true, same_tests: false },
      { command: `ls built aside; touch ran; echo '${junit('<failure/>')}'`, repeat: 3 },
      { name: 'later', command: 'true', report: 'none' },
      named,
    ],
  });
  const { commands, warnings } = await gatherBaseline(grading.environment);
  expect(Object.keys(commands)).toEqual(['tests']);
  expect(commands['tests']).toMatchObject({
    stdout_tail: expect.stringMatching(/^built\n/),
    stderr_tail: expect.stringContaining('aside'),
    report: { tests: [{ name: 'adds', outcome: 'failed' }] },
    attempts: [],
  });
  expect(warnings).toEqual([]);
  for (const trace of ['built', 'ran']) expect(existsSync(join(grading.scene.folder, trace))).toBe(false);
});

test('runs once for all runs of a task', async () => {
  await using grading = await openGrading({ scorers: [{ command: 'cat app.py' }, named] });
  const first = await gatherBaseline(grading.environment);
  writeFileSync(join(grading.scene.folder, 'app.py'), 'changed');
  expect(await gatherBaseline(grading.environment)).toBe(first);
  expect(first.commands['tests']?.stdout_tail).toContain('def add');
});

test('runs nothing if nothing is compared', async () => {
  const floor = { type: 'coverage_not_decreased', name: 'covered', command: 'tests', floor: 80 };
  await using grading = await openGrading({ scorers: [{ command: 'true', same_tests: false }, floor] });
  expect((await gatherBaseline(grading.environment)).commands).toEqual({});
});

test('compares coverage without a floor', async () => {
  const covered = { type: 'coverage_not_decreased', name: 'covered', command: 'tests' };
  await using grading = await openGrading({ scorers: [{ command: 'echo "TOTAL 10 2 80%"' }, covered] });
  expect((await gatherBaseline(grading.environment)).commands['tests']?.coverage_percent).toBe(80);
});
