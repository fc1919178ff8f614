import { AssayError, type Task } from '@assay/schema';

/** Allows every host in the list of the operator. */
const ANY = '*';

/**
 * Rejects a task that requests hosts the operator of this worker did not allow. Its author chose the hosts, and some are
 * reachable only from here: this machine, its network, cloud metadata services.
 */
export function requireAllowedHosts({ scenario }: Pick<Task, 'scenario'>, allowed: readonly string[]): void {
  const { network } = scenario.limits;
  if (network === 'none' || allowed.includes(ANY)) return;
  const known = new Set(allowed.map((host) => host.toLowerCase()));
  const refused = network.find((host) => !known.has(host.toLowerCase()));
  if (refused === undefined) return;
  throw new AssayError(
    'invalid_config',
    `limits.network names ${JSON.stringify(refused)}, which workers may not reach; ` +
      `the operator can allow it with --allow-host ${refused}`,
  );
}
