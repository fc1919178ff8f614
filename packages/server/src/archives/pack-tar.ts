import { pack } from 'tar-stream';

interface PackedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Streams files as a tar archive; each file is read only when needed. */
export function packTar(files: AsyncIterable<PackedFile>): ReadableStream<Uint8Array> {
  const archive = pack();
  const put = ({ name, content }: PackedFile): Promise<void> =>
    new Promise((resolve, reject) => {
      archive.entry({ name, mode: 0o600, mtime: new Date(0) }, content, (error) => (error ? reject(error) : resolve()));
    });
  const fill = async (): Promise<void> => {
    for await (const file of files) {
      if (archive.destroyed) return;
      await put(file);
    }
    archive.finalize();
  };
  fill().catch((error: Error) => archive.destroy(error));
  return ReadableStream.from(archive as AsyncIterable<unknown> as AsyncIterable<Uint8Array>);
}
