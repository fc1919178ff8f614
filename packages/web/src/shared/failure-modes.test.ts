import { expect, test } from 'vitest';
import { runCriteriaV1 } from '../../../scoring/src/judging/criteria/run.v1.ts';
import { FAILURE_MODES } from './failure-modes.ts';

test('shows the meanings that the judge was given', () => {
  const given = runCriteriaV1.failure_modes.map(({ label, meaning }) => [label, meaning]);
  // the judge's text for this mode is an instruction
  const { other, ...told } = FAILURE_MODES;
  expect(told).toEqual(Object.fromEntries(given.filter(([label]) => label !== 'other')));
  expect(other).toBe('none of the known modes');
});
