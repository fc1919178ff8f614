import { AssayError } from '@assay/schema';

export type Client = typeof import('@kubernetes/client-node');

const INSTALL = 'npm install @kubernetes/client-node@2.0.1';

/** Loads the Kubernetes client, which only this needs and nobody else installs. */
export async function loadClient(): Promise<Client> {
  try {
    return await import('@kubernetes/client-node');
  } catch (cause) {
    throw new AssayError('sandbox_unavailable', `The Kubernetes client is not installed. Install it: ${INSTALL}`, {
      cause,
    });
  }
}
