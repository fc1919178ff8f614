import { AssayError, type Task } from '@assay/schema';

/** What stands for every host in the list of an operator. */
const ANY = '*';

/**
 * Refuses a task that wants to reach what the operator of this worker did not say it may. Whoever wrote it chose its
 * hosts, and some can be reached from here that could not from there: this machine, its network, what a cloud tells it.
 */
export function refuseHosts({ scenario }: Pick<Task, 'scenario'>, allowed: readonly string[]): void {
  const { network } = scenario.limits;
  if (network === 'none' || allowed.includes(ANY)) return;
  const known = new Set(allowed.map((host) => host.toLowerCase()));
  const refused = network.find((host) => !known.has(host.toLowerCase()));
  if (refused === undefined) return;
  throw new AssayError(
    'invalid_config',
    `Expected hosts that workers may reach, found ${JSON.stringify(refused)} in limits.network: ` +
      `whoever runs them can allow it with --allow-host ${refused}`,
  );
}
