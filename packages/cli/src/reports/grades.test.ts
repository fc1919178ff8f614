import { fileURLToPath } from 'node:url';
import { gradeFile } from '@assay/harness';
import { expect, test } from 'vitest';
import { makeJudgment, makeUnparseable } from '../../test/made-judgment.ts';
import { PLAIN } from '../terminal/style.ts';
import { drawGrade, drawGrades } from './grades.ts';

const FIXTURE = fileURLToPath(
  new URL('../../../../fixtures/transcripts/copilot/success.events.jsonl', import.meta.url),
);
const { grade } = await gradeFile(FIXTURE);

test('says whether rules or a judge judged the session', () => {
  const byRules = drawGrade({ ...grade, judgment: null }, PLAIN);
  expect(byRules).toContain('AXIS withheld: needs a judge');
  expect(byRules).not.toContain('Judge PASS');
  const judged = drawGrade({ ...grade, judgment: makeJudgment() }, PLAIN);
  expect(judged).toContain('\n\nJudge PASS: task completion 5, instruction adherence 4, efficiency 3 of 5\n');
  expect(judged).not.toContain('needs a judge (--judge');
});

test('several grades have a judge column only if a judge was asked', () => {
  const others = { ...grade, judgment: null };
  const [plain] = drawGrades([others, others], 'time', PLAIN).split('\n');
  expect(plain?.split(/ {2,}/)[0]).toBe('state');
  const drawn = drawGrades(
    [{ ...grade, judgment: makeJudgment({ verdict: 'FAIL' }) }, { ...grade, judgment: makeUnparseable() }, others],
    'time',
    PLAIN,
  ).split('\n');
  expect(drawn.slice(0, 4).map((line) => line.split(/ {2,}/)[0])).toEqual([
    'judge',
    'FAIL',
    'UNPARSEABLE',
    'not asked',
  ]);
  expect(drawn.at(-2)).toBe('sorted by time; the judge passed 0 of 1, judged 1 of 3');
});

test('one session fits one screen, its state first', () => {
  const lines = drawGrade(grade, PLAIN).split('\n');
  expect(lines.length).toBeLessThan(40);
  expect(lines[3]).toMatch(/^(verified|probed|red|could not run|unchecked|no change), /);
});

test('text of a session cannot move the cursor', () => {
  const [request] = grade.requests;
  if (request === undefined) throw new Error('expected a request');
  const hostile = { ...request, prompt: '\u001b[2Jhi', verification_reason: '\u001b[1A' };
  expect(drawGrade({ ...grade, requests: [hostile, hostile] }, PLAIN)).not.toContain('\u001b');
});
