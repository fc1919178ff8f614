import type { McpServer, Scenario, ScorerConfig } from '@assay/schema';
import { at, isObject } from '@assay/schema/json';

/** A verifier in the scenario. */
export type Verifier = ScorerConfig<'reward'>;
export type TomlTable = Record<string, unknown>;

interface Described {
  /** The `task.toml` that an import kept, for the fields that a scenario does not have. */
  readonly kept: TomlTable;
  readonly environment: TomlTable;
  /** The verifiers after a turn each. */
  readonly steps: readonly Verifier[];
  /** The verifier after the last turn. */
  readonly verifier: TomlTable;
}

/** A scenario as `task.toml`. */
export function describeHarborTask(scenario: Scenario, { kept, environment, steps, verifier }: Described): TomlTable {
  const { limits } = scenario;
  const { version: _, ...before } = kept;
  const place = { ...table(kept['environment']) };
  for (const old of ['memory', 'storage', 'allow_internet']) delete place[old];
  const user = scenario.environment?.user;
  return {
    ...before,
    schema_version: '1.4',
    task: kept['task'] ?? { name: `assay/${scenario.name.replaceAll(/[^\w.-]+/g, '-')}`, description: '' },
    ...describeMetadata(scenario, kept),
    agent: {
      ...table(kept['agent']),
      ...(steps.length === 0 ? { timeout_sec: limits.wall_s } : {}),
      ...(user === undefined ? {} : { user: at(kept, 'agent', 'user') ?? user }),
    },
    verifier: { ...table(kept['verifier']), ...(steps.length === 0 ? verifier : {}) },
    environment: {
      ...place,
      ...environment,
      cpus: limits.cpus,
      memory_mb: limits.memory_mb,
      storage_mb: limits.disk_mb,
      ...(isObject(kept['environment']) ? {} : describeNetwork(limits.network)),
      ...(at(kept, 'environment', 'allow_internet') === false ? { network_mode: 'no-network' } : {}),
      ...(at(kept, 'environment', 'mcp_servers') === undefined ? describeServers(scenario.mcp_servers) : {}),
    },
    ...(steps.length === 0 ? {} : { steps: kept['steps'] ?? steps.map(describeStep) }),
  };
}

const table = (value: unknown): TomlTable => (isObject(value) ? value : {});

// what other readers of a task look for
function describeMetadata({ scorers }: Scenario, { metadata }: TomlTable): TomlTable {
  if (metadata !== undefined) return { metadata };
  const named = scorers.flatMap((spec) =>
    spec.type === 'fail_to_pass' || spec.type === 'pass_to_pass' ? [[spec.type, spec.tests] as const] : [],
  );
  return named.length === 0 ? {} : { metadata: Object.fromEntries(named) };
}

const describeNetwork = (network: 'none' | readonly string[]): TomlTable =>
  network === 'none' ? { network_mode: 'no-network' } : { network_mode: 'allowlist', allowed_hosts: [...network] };

function describeServers(servers: Readonly<Record<string, McpServer>>): TomlTable {
  const list = Object.entries(servers).map(([name, server]) =>
    'url' in server
      ? { name, transport: 'streamable-http', url: server.url }
      : { name, transport: 'stdio', command: server.command, args: server.args },
  );
  return list.length === 0 ? {} : { mcp_servers: list };
}

/** A verifier as a table of `task.toml`. */
export const describeVerifier = ({ timeout_s, env, user, environment }: Verifier): TomlTable => ({
  timeout_sec: timeout_s,
  ...(Object.keys(env).length === 0 ? {} : { env }),
  ...(user === undefined ? {} : { user }),
  ...(environment === undefined ? {} : { environment_mode: 'separate' }),
});

const describeStep = ({ name, timeout_s, stop_below, metric }: Verifier): TomlTable => ({
  name,
  ...(stop_below === undefined ? {} : { min_reward: metric === undefined ? stop_below : { [metric]: stop_below } }),
  verifier: { timeout_sec: timeout_s },
});
