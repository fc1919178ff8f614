import { homedir } from 'node:os';

/** Whether a person looks at this stream and wants colours. */
export const wantsColour = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY === true && !process.env['NO_COLOR'] && !process.env['CI'];

/** The home folder in which agents keep their sessions. */
export const homeFolder = (): string => process.env['HOME'] ?? homedir();
