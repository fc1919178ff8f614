import { REFERENCE_AGENTS } from '@assay/schema';
import { expect, test } from 'vitest';
import { provesTask } from './proof-run.ts';

test.each(REFERENCE_AGENTS)('a run of $id with the label proof proves its task', (agent) => {
  expect(provesTask({ label: 'proof', agent })).toBe(true);
});

test.each([
  { label: null, agent: { id: 'oracle', type: 'oracle' }, why: 'it has no label' },
  { label: 'nightly', agent: { id: 'nop', type: 'nop' }, why: 'it has another label' },
  { label: 'proof', agent: { id: 'opus', type: 'claude-code' }, why: 'it is a real agent' },
  { label: 'proof', agent: { id: 'oracle', type: 'command' }, why: 'only its name matches' },
  { label: 'proof', agent: { id: 'command', type: 'command' }, why: 'its type is not a reference agent' },
  { label: 'proof', agent: { id: 'mine', type: 'oracle' }, why: 'its name does not match its type' },
  { label: 'proof', agent: { id: 'cheat:skip-all', type: 'cheat', cheat: 'delete-tests' }, why: 'it is another cheat' },
])('a run of $agent.id labeled $label proves nothing: $why', ({ label, agent }) => {
  expect(provesTask({ label, agent })).toBe(false);
});
