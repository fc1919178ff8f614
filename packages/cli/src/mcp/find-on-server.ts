import { chooseDestination } from '@assay/proxy';
import { AssayError } from '@assay/schema';
import type { CallName } from '@assay/sdk/core';
import { requestServer, type ServerRequest } from '../server/request-server.ts';

/** Reads a path from the Assay server in the environment; undefined if no server is set or it does not know the path. */
export async function findOnServer<Name extends CallName, Read>(
  question: ServerRequest<Name, Read>,
): Promise<Read | undefined> {
  const destination = chooseDestination({ url: undefined, key_file: undefined });
  if (destination === null) return undefined;
  try {
    return await requestServer(destination, question);
  } catch (error) {
    if (error instanceof AssayError && ['not_found', 'run_not_found'].includes(error.code)) return undefined;
    throw error;
  }
}
