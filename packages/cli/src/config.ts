import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import type { Host } from '@assay/harness';

/** Whether a person looks at this stream and wants colours. */
export const wantsColour = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && !process.env['NO_COLOR'] && !process.env['CI'];

/** The home folder in which agents keep their sessions. */
export const homeFolder = (): string => process.env['HOME'] ?? homedir();

/** This machine, as the harness is shown it. */
export const createHost = (): Host => ({
  now: Date.now,
  entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
  environment: process.env,
});
