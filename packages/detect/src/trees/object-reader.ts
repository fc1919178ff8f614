import { AssayError } from '@assay/schema';
import { type CatFile, openCatFile } from './cat-file.ts';

/** Reads objects of a repository, packed or loose, with up to two git processes. Answers come in the order of requests. */
export interface ObjectReader extends AsyncDisposable {
  read(oid: string): Promise<{ readonly kind: string; readonly content: Buffer }>;
  /** Passes on the content in chunks. */
  copy(oid: string, onChunk: (chunk: Buffer) => void): Promise<void>;
  /** The size of an object, by id or expression, without reading it; null if it is missing. */
  size(object: string): Promise<number | null>;
}

export function openObjectReader(git_dir: string): ObjectReader {
  let contents: CatFile | undefined;
  let heads: CatFile | undefined;
  const copy = async (oid: string, onChunk: (chunk: Buffer) => void) => {
    contents ??= openCatFile(git_dir, { only_heads: false });
    const head = await contents.ask(oid, onChunk);
    if (head === null)
      throw new AssayError('unreadable_file', `${git_dir} does not contain the requested object: ${oid}`);
    return head;
  };
  return {
    async read(oid) {
      const chunks: Buffer[] = [];
      const { kind } = await copy(oid, (chunk) => chunks.push(chunk));
      return { kind, content: Buffer.concat(chunks) };
    },
    async copy(oid, onChunk) {
      await copy(oid, onChunk);
    },
    async size(object) {
      heads ??= openCatFile(git_dir, { only_heads: true });
      return (await heads.ask(object))?.size_bytes ?? null;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([contents, heads].map((process) => process?.[Symbol.asyncDispose]()));
    },
  };
}
