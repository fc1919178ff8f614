import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import { readBytes, readPacking } from './read-bytes.ts';

/** The folder that a session worked in. Gemini CLI records only the digest of its path. */
export type SessionFolder = { readonly path: string } | { readonly sha256: string };

// agents record the folder first; Codex does so before its instructions
const HEAD_BYTES = 128 * 1024;
// a field, not a quotation of one: in a quotation the quotes are escaped
const FIELD = /"(cwd|projectHash)"\s*:\s*("(?:[^"\\]|\\.){1,4096}")/;

/** The folder of a session as its first records tell it; null if they do not. Reads the start of the file only. */
export async function readSessionFolder(path: string): Promise<SessionFolder | null> {
  const [, name, quoted = ''] = FIELD.exec(await readHead(path)) ?? [];
  const value = parseText(quoted);
  if (value === undefined) return null;
  return name === 'cwd' ? { path: value } : { sha256: value };
}

/** Whether a session worked in a folder or below it. */
export const isSessionOf = (folder: string, of: SessionFolder): boolean =>
  'path' in of
    ? of.path === folder || of.path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
    : of.sha256 === createHash('sha256').update(folder).digest('hex');

async function readHead(path: string): Promise<string> {
  const packing = await readPacking(path);
  if (packing === 'zip' || packing === 'aider') return '';
  let head = '';
  for await (const chunk of readBytes(path, packing, () => undefined)) {
    head += chunk.toString('utf8', 0, HEAD_BYTES - head.length);
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}

function parseText(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // no field, or not JSON
    return undefined;
  }
}
