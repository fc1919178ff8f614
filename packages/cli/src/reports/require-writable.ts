import { lstat, open, rm } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

/** Rejects an unwritable report file before any work starts. */
export async function requireWritable(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const isNew = await lstat(path).then(
    () => false,
    () => true,
  );
  const file = await open(path, 'a').catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unwritable_file', `${path} cannot be written: ${cause.code ?? cause.message}`, { cause });
  });
  await file.close();
  // an interrupted command must not leave an empty report
  if (isNew) await rm(path);
}
