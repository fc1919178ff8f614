/** An answer with its own status, headers or raw content. */
export class Reply {
  readonly answer: unknown;
  readonly content: string | Uint8Array | ReadableStream<Uint8Array> | undefined;
  /** The same content, if it is at hand in this encoding. */
  readonly zstd: Uint8Array | undefined;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor({
    answer,
    content,
    zstd,
    status,
    headers = {},
  }: {
    answer?: unknown;
    content?: string | Uint8Array | ReadableStream<Uint8Array>;
    zstd?: Uint8Array;
    status?: number;
    headers?: Readonly<Record<string, string>>;
  }) {
    this.answer = answer;
    this.content = content;
    this.zstd = zstd;
    this.status = status;
    this.headers = headers;
  }
}
