import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AssayError } from '@assay/schema';

/** The folder for the data of a project. */
export const OWN_FOLDER = '.assay';

/** Writes a file that an option names. */
export async function writeNamedFile(file: string, text: string): Promise<void> {
  try {
    // loaded only for it; `.assay` may not exist yet
    if (dirname(file) === OWN_FOLDER) await (await import('@assay/harness')).openRootFolder(OWN_FOLDER);
    await writeFile(file, text);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unwritable_file', `${file} cannot be written: ${code ?? message}`, { cause });
  }
}
