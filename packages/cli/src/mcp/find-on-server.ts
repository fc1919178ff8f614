import { chooseDestination } from '@assay/proxy';
import { AssayError } from '@assay/schema';
import { askServer } from '../server/ask-server.ts';

/** What the Assay server of the environment says at a path; undefined when there is none, or it knows nothing there. */
export async function findOnServer(path: string, signal: AbortSignal): Promise<object | undefined> {
  const destination = chooseDestination({ url: undefined, key_file: undefined });
  if (destination === null) return undefined;
  try {
    return (await askServer(destination, { path, signal })) as object;
  } catch (error) {
    if (error instanceof AssayError && ['not_found', 'run_not_found'].includes(error.code)) return undefined;
    throw error;
  }
}
