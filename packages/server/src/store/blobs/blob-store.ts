/** A folder or object store with contents, each under a name that is written once. */
export interface BlobStore {
  /** Its address, as rows have it: without credentials, and the same for every process. */
  readonly location: string;
  /** Settles when the content is durable. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Undefined if there is none. Throws if it has more bytes than expected. */
  get(name: string, options: { readonly max_bytes: number }): Promise<Buffer | undefined>;
  /** Also fine if there is none. */
  delete(name: string): Promise<void>;
  /** The file or object that a name means, for people. */
  locate(name: string): string;
  /** All blobs of contents, or those of one organization, by its UUID. In any order. */
  list(organization?: string): AsyncIterable<ListedBlob>;
  /** Removes what writers that were killed before this time have left behind. Only for stores that show it. */
  removeUnfinished?(before_ms: number): Promise<void>;
}

export interface ListedBlob {
  readonly name: string;
  readonly modified_ms: number;
}

/** The stores that this process can reach. */
export interface Blobs {
  /** Where new contents go; null for the database. */
  readonly current: BlobStore | null;
  /** The store at the location of a row. */
  at(location: string): BlobStore;
}
