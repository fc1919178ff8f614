import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'NODE_COMPILE_CACHE';
const folder = process.env[NAME];

/** Lets commands with their own environment use the cache. */
export const COMPILE_CACHE: Readonly<Record<string, string>> = folder === undefined ? {} : { [NAME]: folder };

/** Creates one cache of compiled code for all commands that tests start: a short command mostly loads code. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (folder !== undefined) return undefined;
  const created = await mkdtemp(join(tmpdir(), 'assay-compile-cache-'));
  process.env[NAME] = created;
  // workers write to it when they end
  return () => rm(created, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
