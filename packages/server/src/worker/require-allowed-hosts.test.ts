import { Scenario } from '@assay/schema';
import { expect, test } from 'vitest';
import { requireAllowedHosts } from './require-allowed-hosts.ts';

const taskWith = (network: 'none' | string[]) => ({
  scenario: Scenario.parse({ name: 'x', user_instruction: 'x', workspace_seed: 'empty', limits: { network } }),
});

test.each([
  { network: 'none' as const, allowed: [], why: 'no hosts requested' },
  { network: ['registry.test'], allowed: ['registry.test'], why: 'the host is allowed' },
  { network: ['Registry.TEST:8443'], allowed: ['registry.test:8443'], why: 'names are case-insensitive' },
  { network: ['anything.test'], allowed: ['*'], why: 'the operator allows everything' },
])('accepts $network with $allowed: $why', ({ network, allowed }) => {
  expect(() => requireAllowedHosts(taskWith(network), allowed)).not.toThrow();
});

test.each([
  { network: ['registry.test'], allowed: [], why: 'nothing is allowed by default' },
  { network: ['127.0.0.1:5432'], allowed: ['registry.test'], why: 'the machine itself' },
  { network: ['registry.test', '169.254.169.254'], allowed: ['registry.test'], why: 'one of several' },
  { network: ['registry.test:22'], allowed: ['registry.test'], why: 'another port' },
  { network: ['*.test'], allowed: ['registry.test'], why: 'more than is allowed' },
  { network: ['*'], allowed: ['registry.test'], why: 'only the operator can allow everything' },
])('rejects $network with $allowed: $why', ({ network, allowed }) => {
  expect(() => requireAllowedHosts(taskWith(network), allowed)).toThrow(/limits\.network/);
});
