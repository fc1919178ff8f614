import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@assay/harness';

/** Whether a person looks at this stream, and not a log that keeps all that is written. */
export const isWatched = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && !process.env['CI'];

/** Whether a person looks at this stream and wants colours. */
export const wantsColour = (stream: NodeJS.WriteStream): boolean => isWatched(stream) && !process.env['NO_COLOR'];

/** The home folder in which agents keep their sessions. */
export const homeFolder = (): string => process.env['HOME'] ?? homedir();

/** Where answers that cost something are kept for the next time. */
export const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] ?? join(homeFolder(), '.cache'), 'assay');

/** This machine, as the harness is shown it. */
export const createHost = (): Host => ({
  now: Date.now,
  entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
  environment: process.env,
});

/** The PostgreSQL that the operator names; undefined for our own. */
export const databaseUrl = (): string | undefined => process.env['DATABASE_URL'];
