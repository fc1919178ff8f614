import { stat } from 'node:fs/promises';
import { AssayError } from '@assay/schema';
import { type FoundFile, findSessions, findTranscripts } from '@assay/transcripts';
import { homeFolder } from '../../config.ts';

interface Wanted {
  readonly paths: readonly string[];
  readonly since_ms: number;
  readonly limit: number;
}

/** The files to grade, newest first: those named, those in named folders, or the sessions of this machine. */
export async function findFiles({ paths, since_ms, limit }: Wanted): Promise<FoundFile[]> {
  const found = paths.length === 0 ? await findSessions(homeFolder()) : (await Promise.all(paths.map(expand))).flat();
  return found.filter(({ modified_ms }) => modified_ms >= since_ms).slice(0, limit);
}

/** Like `findFiles`, but no file at all is an error. */
export async function requireFiles(wanted: Wanted): Promise<FoundFile[]> {
  const files = await findFiles(wanted);
  if (files.length > 0) return files;
  throw new AssayError(
    'unreadable_file',
    wanted.paths.length === 0
      ? 'no agent session was found in your home folder; name a file or a folder'
      : `no transcript was found in ${wanted.paths.join(', ')}`,
  );
}

async function expand(path: string): Promise<FoundFile[]> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${path} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  return found.isDirectory() ? await findTranscripts(path) : [{ path, modified_ms: found.mtimeMs }];
}
