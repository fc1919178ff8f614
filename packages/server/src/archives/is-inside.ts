import { posix } from 'node:path';

/** Whether a path stays inside the folder that it starts from. */
export const isInside = (path: string): boolean =>
  !path.includes('\0') && !path.includes('\\') && !posix.isAbsolute(path) && !/^\.\.(\/|$)/.test(posix.normalize(path));
