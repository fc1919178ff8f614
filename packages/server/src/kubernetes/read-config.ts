import { AssayError } from '@assay/schema';
import type { KubeConfig } from '@kubernetes/client-node';
import type { Client } from './load-client.ts';

// what the client assumes when it finds no configuration
const ASSUMED = 'http://localhost:8080';

/** Reads a kubeconfig file, or else finds the usual one or the service account of this pod. */
export function readConfig(client: Client, file: string | undefined): KubeConfig {
  const config = new client.KubeConfig();
  try {
    if (file === undefined) config.loadFromDefault();
    else config.loadFromFile(file);
  } catch (cause) {
    throw new AssayError('usage', `cannot read the kubeconfig: ${(cause as Error).message}`, { cause });
  }
  const server = config.getCurrentCluster()?.server;
  if (server !== undefined && (file !== undefined || server !== ASSUMED)) return config;
  throw new AssayError(
    'usage',
    'no cluster is configured; expected a current context in --kubeconfig, KUBECONFIG or ~/.kube/config, or a pod with a service account',
  );
}
