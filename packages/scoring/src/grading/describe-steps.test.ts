import { expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

test.each([
  { why: 'a run before steps were compared', steps: undefined, text: null },
  { why: 'all seen', steps: { seen_by: 'gateway', claimed: 0, hidden: 0 }, text: null },
  { why: 'no gateway and no steps', steps: { seen_by: 'agent', claimed: 0, hidden: 0 }, text: null },
  { why: 'no gateway', steps: { seen_by: 'agent', claimed: 3, hidden: 0 }, text: /^claimed by the agent as a whole/ },
  { why: 'claimed', steps: { seen_by: 'gateway', claimed: 2, hidden: 0 }, text: /^2 claimed: no model asked/ },
  { why: 'both', steps: { seen_by: 'gateway', claimed: 1, hidden: 2 }, text: /^1 claimed: .*; 2 added by the gateway/ },
] as const)('$why', ({ steps, text }) => {
  if (text === null) expect(describeSteps(steps)).toBeNull();
  else expect(describeSteps(steps)).toMatch(text);
});
