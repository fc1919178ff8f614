import type { SentFiles } from '@assay/schema/api';

/** A file as the browser hands it over, with its path inside the folder that was chosen. */
interface ChosenFile {
  readonly path: string;
  bytes(): Promise<Uint8Array>;
}

/** The files of a chosen folder. The folder itself is not part of their paths. */
export const listChosen = (files: Iterable<File>): ChosenFile[] =>
  [...files]
    .map((file) => ({
      path: file.webkitRelativePath.split('/').slice(1).join('/') || file.name,
      bytes: async () => new Uint8Array(await file.arrayBuffer()),
    }))
    .filter(({ path }) => !IGNORED.test(path));

// what tools keep beside the files, and no seed means
const IGNORED = /(^|\/)(\.git|node_modules)\//;

/** Files as a request has them: text as it is, anything else in base64. */
export async function packFiles(files: readonly ChosenFile[]): Promise<SentFiles> {
  const packed: [string, SentFiles[string]][] = [];
  for (const { path, bytes } of files) packed.push([path, packFile(await bytes())]);
  return Object.fromEntries(packed);
}

function packFile(bytes: Uint8Array): SentFiles[string] {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // not text: it goes as the bytes it is
    return { base64: toBase64(bytes) };
  }
}

const CHUNK = 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  // a call takes only so many arguments
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}
