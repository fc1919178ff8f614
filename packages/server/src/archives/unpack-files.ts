import { AssayError } from '@assay/schema';
import type { SentFiles } from '@assay/schema/api';
import { createUnpacking, type UnpackOptions } from './unpacking.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Writes files sent as JSON into a folder. */
export async function unpackFiles(files: SentFiles, options: UnpackOptions): Promise<void> {
  const unpacking = createUnpacking(options);
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === 'string') await unpacking.add(name, [Buffer.from(content)]);
    else await unpacking.add(name, [readBase64(name, content.base64)], content.executable ?? false);
  }
}

function readBase64(name: string, text: string): Buffer {
  if (!BASE64.test(text) || text.length % 4 !== 0)
    throw new AssayError('invalid_archive', `the content of ${JSON.stringify(name)} is not valid base64`);
  return Buffer.from(text, 'base64');
}
