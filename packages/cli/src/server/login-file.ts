import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AssayError, Login, parse } from '@assay/schema';
import { configFolder } from '../config.ts';

/** The file with the server and key of `assay login`. */
export const loginFile = (): string => join(configFolder(), 'login.json');

/** The server that `assay login` chose; null if there is none. */
export function readLogin(): Login | null {
  let text: string;
  try {
    text = readFileSync(loginFile(), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new AssayError('unreadable_file', `${loginFile()} cannot be read: ${message}`, { cause: error });
  }
  try {
    return parse(Login, JSON.parse(text));
  } catch (cause) {
    // the message could repeat the key
    throw new AssayError('unreadable_file', `${loginFile()} is damaged; run \`assay login\` again`, { cause });
  }
}

/** Stores the key so that only its owner can read it. */
export async function saveLogin(login: Login): Promise<void> {
  const file = loginFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.${randomUUID()}.part`;
  await writeFile(part, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(part, file);
}

export const removeLogin = (): Promise<void> => rm(loginFile(), { force: true });
