import { existsSync } from 'node:fs';
import { access, constants, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { isWithin } from './toolchains.ts';

/** A program and the folders that must be readable for it to run. */
export interface FoundProgram {
  readonly path: string;
  readonly readable: readonly string[];
}

/** Finds a program on PATH; undefined if there is none. */
export async function findProgram(name: string, path: string): Promise<FoundProgram | undefined> {
  const folders = name.includes(sep) ? [] : path.split(':').filter((folder) => isAbsolute(folder));
  const candidates = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name));
  for (const candidate of candidates) {
    if (await isProgram(candidate)) return { path: candidate, readable: await listNeeded(candidate) };
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

// the folder of the link and of its target; for a package, also its dependencies
async function listNeeded(path: string): Promise<string[]> {
  const real = await realpath(path);
  return [...new Set([path, real].map(findInstallation))];
}

function findInstallation(path: string): string {
  const parts = path.split(sep);
  const outermost = parts.indexOf('node_modules');
  if (outermost !== -1) return parts.slice(0, outermost + 1).join(sep);
  const folder = dirname(path);
  const environment = dirname(folder);
  if (existsSync(join(environment, 'pyvenv.cfg'))) return environment;
  // a program in a home folder must not expose the whole home
  return isWithin(homedir(), folder) ? path : folder;
}
