import { expect, test } from 'vitest';
import { scenarioOf } from '../../../test/requests.ts';
import { unprovableReason } from './unprovable-reason.ts';

const scorers = [{ name: 'tests', type: 'command', command: 'npm test' }];
const stages = [{ name: 'lint', command: 'npm run lint' }];
const oracle = './oracle.patch';

test.each([
  { fields: { scorers, oracle }, reason: null },
  { fields: { scorers: [], stages, oracle }, reason: null },
  { fields: { scorers: [], oracle }, reason: expect.stringMatching(/neither scorers nor stages/) },
  { fields: { scorers }, reason: expect.stringMatching(/no oracle/) },
])('a scenario with $fields: $reason', ({ fields, reason }) => {
  expect(unprovableReason(scenarioOf(fields as never))).toEqual(reason);
});
