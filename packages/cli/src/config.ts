import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@assay/harness';

/** Whether the stream is a terminal, not the log of a CI server. */
export const isInteractive = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && !process.env['CI'];

/** Whether to write colors to this stream. */
export const wantsColor = (stream: NodeJS.WriteStream): boolean => isInteractive(stream) && !process.env['NO_COLOR'];

/** The home folder, where agents store their sessions. */
export const homeFolder = (): string => process.env['HOME'] ?? homedir();

/** The cache folder for judge answers, which cost money. */
export const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] ?? join(homeFolder(), '.cache'), 'assay');

/** The folder for the user's own settings. */
export const configFolder = (): string =>
  join(process.env['XDG_CONFIG_HOME'] ?? join(homeFolder(), '.config'), 'assay');

/** The folder for what must outlive a command, such as the outbox, and no agent may edit. */
export const stateFolder = (): string =>
  join(process.env['XDG_STATE_HOME'] ?? join(homeFolder(), '.local', 'state'), 'assay');

/** Whether this is a CI job. */
export const isCi = (): boolean => Boolean(process.env['CI']);

/** A folder that an agent lets its user choose by a variable. */
export const agentFolder = (variable: string, otherwise: string): string =>
  process.env[variable] ?? join(homeFolder(), otherwise);

/** The host for the harness: clock, entropy and environment of this machine. */
export const createHost = (): Host => ({
  now: Date.now,
  entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
  environment: process.env,
});

/** The PostgreSQL in DATABASE_URL; undefined for the embedded one. */
export const databaseUrl = (): string | undefined => process.env['DATABASE_URL'];
