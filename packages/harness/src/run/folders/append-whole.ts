import { open } from 'node:fs/promises';

/** Appends a text to a file completely, or leaves the file unchanged: half a line could not be read. */
export async function appendWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a');
  try {
    const { size } = await handle.stat();
    await handle.writeFile(text).catch(async (error: unknown) => {
      await handle.truncate(size).catch(() => undefined);
      throw error;
    });
  } finally {
    await handle.close();
  }
}
