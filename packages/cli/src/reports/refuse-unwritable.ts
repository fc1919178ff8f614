import { lstat, open, rm } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

/** Refuses a file that a report could not be written to, before anything is spent on what it would show. */
export async function refuseUnwritable(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const isNew = await lstat(path).then(
    () => false,
    () => true,
  );
  const file = await open(path, 'a').catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unwritable_file', `${path} cannot be written: ${cause.code ?? cause.message}`, { cause });
  });
  await file.close();
  // whoever is interrupted finds no empty report
  if (isNew) await rm(path);
}
