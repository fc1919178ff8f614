import type { ModelService } from '../../contracts/agent.ts';
import type { Host } from '../../contracts/host.ts';
import type { SandboxSession } from '../../contracts/sandbox.ts';
import type { Credential } from '../../machine/credentials.ts';
import type { Gateway } from '../../machine/gateway/gateway.ts';
import { guard } from '../outcome/run-failure-error.ts';
import type { Attempt, RunContext } from '../plan/run-request.ts';

/** The only egress of the sandbox, and the limit at which it closed. */
export interface Egress {
  readonly gateway: Gateway | null;
  readonly closed: () => string | null;
}

/** Opens a gateway if the agent has a model service or allowed hosts. */
export async function openEgress(
  { agent, prepared }: Attempt,
  { host, prices, signal }: RunContext,
  { folder, credential }: { folder: string; credential: Credential | null },
): Promise<Egress> {
  const { limits } = prepared.task.scenario;
  const service = agent.kind === 'process' ? agent.service : null;
  const hosts = limits.network === 'none' ? [] : limits.network;
  if (service === null && hosts.length === 0) return { gateway: null, closed: () => null };
  let reached: string | null = null;
  // loaded only here, because loading node:http takes a tenth of the start of a command
  const { openGateway } = await import('../../machine/gateway/gateway.ts');
  const gateway = await guard('sandbox_lost', () =>
    openGateway({
      folder,
      service: service === null ? null : { url: addressOf(service, host) },
      keys: new Map(credential === null ? [] : [[credential.placeholder, credential.value]]),
      hosts,
      limits,
      prices,
      onLimit: (reason) => {
        reached = reason;
      },
      signal,
    }),
  );
  return { gateway, closed: () => reached };
}

// operators may include the API version in the address; the agent's requests name it themselves
const addressOf = ({ url, url_env }: ModelService, { environment }: Host): string =>
  (environment[url_env] || url).replace(/\/v1\/?$/, '');

/** Proxy variables that point to the gateway, if the scenario allows hosts. */
export function proxyVariables({ prepared }: Attempt, { gateway_url }: SandboxSession): Record<string, string> {
  if (prepared.task.scenario.limits.network === 'none' || gateway_url === null) return {};
  const local = 'localhost,127.0.0.1';
  return {
    HTTP_PROXY: gateway_url,
    HTTPS_PROXY: gateway_url,
    http_proxy: gateway_url,
    https_proxy: gateway_url,
    NO_PROXY: local,
    no_proxy: local,
  };
}
