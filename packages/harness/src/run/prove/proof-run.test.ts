import { YARDSTICKS } from '@assay/schema';
import { expect, test } from 'vitest';
import { provesTask } from './proof-run.ts';

test.each(YARDSTICKS)('a run of $id under the label of proofs proves its task', (agent) => {
  expect(provesTask({ label: 'proof', agent })).toBe(true);
});

test.each([
  { label: null, agent: { id: 'oracle', type: 'oracle' }, why: 'nobody said that it should' },
  { label: 'nightly', agent: { id: 'nop', type: 'nop' }, why: 'it has another label' },
  { label: 'proof', agent: { id: 'opus', type: 'claude-code' }, why: 'it is of an agent' },
  { label: 'proof', agent: { id: 'oracle', type: 'command' }, why: 'it only bears the name' },
  { label: 'proof', agent: { id: 'command', type: 'command' }, why: 'its type is no yardstick' },
  { label: 'proof', agent: { id: 'mine', type: 'oracle' }, why: 'it goes by a name of its own' },
  { label: 'proof', agent: { id: 'cheat:skip-all', type: 'cheat', cheat: 'delete-tests' }, why: 'it is another cheat' },
])('a run of $agent.id labelled $label proves nothing: $why', ({ label, agent }) => {
  expect(provesTask({ label, agent })).toBe(false);
});
