import { open } from 'node:fs/promises';
import type { Json } from '@assay/schema/json';

const LARGEST = 64 * 1024 * 1024;
const CHAT = /^# aider chat started at /m;

/** Reads the last chat of an aider history, which is Markdown, as one record with its lines. */
export async function readAider(path: string): Promise<Json[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - LARGEST);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const chats = buffer.subarray(0, bytesRead).toString('utf8').split(CHAT);
    const last = chats.at(-1) ?? '';
    return [{ aider_chat: last.split('\n').slice(1), other_chats: chats.length - 2 }];
  } finally {
    await file.close();
  }
}
