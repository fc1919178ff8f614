import type { SentFiles } from '@assay/schema/api';

/** A selected file, with its path inside the selected folder. */
interface ChosenFile {
  readonly path: string;
  bytes(): Promise<Uint8Array>;
}

/** The files of the selected folder. Their paths do not include the folder itself. */
export const listSelectedFiles = (files: Iterable<File>): ChosenFile[] =>
  [...files]
    .map((file) => ({
      path: file.webkitRelativePath.split('/').slice(1).join('/') || file.name,
      bytes: async () => new Uint8Array(await file.arrayBuffer()),
    }))
    .filter(({ path }) => !IGNORED.test(path));

// folders of tools, which are never part of a seed
const IGNORED = /(^|\/)(\.git|node_modules)\//;

/** Files as sent in a request: text as text, anything else as base64. */
export async function packFiles(files: readonly ChosenFile[]): Promise<SentFiles> {
  const packed: [string, SentFiles[string]][] = [];
  for (const { path, bytes } of files) packed.push([path, packFile(await bytes())]);
  return Object.fromEntries(packed);
}

function packFile(bytes: Uint8Array): SentFiles[string] {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // not valid UTF-8
    return { base64: toBase64(bytes) };
  }
}

const CHUNK = 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // a call has a maximum number of arguments
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
