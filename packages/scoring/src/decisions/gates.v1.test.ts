import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { gatesV1 } from './gates.v1.ts';

const row = (verdict: string, required = true) => ({ verdict, required });
const passed = { completed: true, passed: true };

test.each([
  { results: [row('PASS'), row('PASS')], overall: 'PASS', why: 'all required pass' },
  { results: [row('PASS'), row('FAIL')], overall: 'FAIL', why: 'one required fails' },
  { results: [row('FAIL'), row('ERROR')], overall: 'ERROR', why: 'the grader failed, so there is no verdict' },
  { results: [row('PASS'), row('N/A')], overall: 'PASS', why: 'N/A does not count' },
  { results: [row('N/A')], overall: 'N/A', why: 'nothing applied' },
  { results: [], overall: 'N/A', why: 'there are no scorers' },
  { results: [row('FAIL', false), row('ERROR', false)], overall: 'N/A', why: 'advisory scorers never gate' },
  { results: [row('PASS'), row('ERROR', false)], overall: 'PASS', why: 'not even when they crash' },
])('scorers $overall: $why', ({ results, overall }) => {
  expect(compute(gatesV1, { results, judge: null, run: passed })).toMatchObject({
    scorers: overall,
    judge: null,
    run: 'PASS',
  });
});

test.each([
  { results: [row('FAIL')], judge: 'PASS', label: 'constraint_violated' },
  { results: [row('PASS')], judge: 'FAIL', label: 'unconvincing' },
  { results: [row('PASS'), row('FAIL', false)], judge: 'PASS', label: 'review_advised' },
  { results: [row('PASS')], judge: 'PASS', label: null },
  { results: [row('FAIL')], judge: 'FAIL', label: null },
  { results: [row('ERROR')], judge: 'PASS', label: null },
  { results: [row('N/A')], judge: 'FAIL', label: null },
  { results: [row('FAIL')], judge: null, label: null },
])('judge $judge with $results is labeled $label', ({ results, judge, label }) => {
  expect(compute(gatesV1, { results, judge, run: passed }).disagreement).toBe(label);
});

test.each([
  { run: { completed: true, passed: true }, gate: 'PASS' },
  { run: { completed: true, passed: false }, gate: 'FAIL' },
  { run: { completed: false, passed: true }, gate: 'FAIL' },
])('a run that is $run is $gate, whatever the other gates say', ({ run, gate }) => {
  expect(compute(gatesV1, { results: [row('PASS')], judge: 'PASS', run }).run).toBe(gate);
});

test('an absent judge is null with a reason', () => {
  expect(compute(gatesV1, { results: [], judge: null, run: passed }).reasons.judge).toBe('no judge gave a verdict');
});
