import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { AssayError } from '@assay/schema';

/** Creates an empty bare repository without starting git; keeps an existing one. */
export function createBareRepository(folder: string): void {
  try {
    for (const part of ['objects/pack', 'objects/info', 'refs/heads']) {
      mkdirSync(`${folder}/${part}`, { recursive: true });
    }
    if (existsSync(`${folder}/HEAD`)) return;
    writeFileSync(`${folder}/config`, '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
    writeFileSync(`${folder}/HEAD`, 'ref: refs/heads/main\n');
  } catch (cause) {
    const { message } = cause as Error;
    throw new AssayError('unwritable_file', `${folder} cannot be written to: ${message}`, { cause });
  }
}
