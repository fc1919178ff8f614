import { buildRunQuestion, runCriteriaV1 } from '@assay/scoring';
import { expect, test } from 'vitest';
import { ended, evidenceOf } from '../../../../scoring/test/evidence.ts';
import { buildJudgeSubject } from './grade-run-folder.ts';

test('a judge sees the command, exit code and end of the output of a stage', () => {
  const stages = [{ name: 'test', attempts: 2, passed: false }];
  const said = { ...ended({ exit_code: 7, stdout_tail: '3 tests failed' }), command: 'npm test' };
  const evidence = { ...evidenceOf({ run: { stages } }), stage_commands: { test: said } };
  const run = { folder: '/runs/1', evidence, entries: [], interactions: [], calls: [], diff: '' };
  const { question } = buildRunQuestion(buildJudgeSubject(run, []).run, runCriteriaV1);
  const text = question.parts.map((part) => part.text).join('\n');
  expect(text).toMatch(/O1: exit code 7\n[\s\S]*stage test, attempt 2: npm test[\s\S]*3 tests failed/);
});
