/** A PostgreSQL database: the operator's or the managed one. */
export interface Database {
  /** The connection URL. Contains the password, so it is never shown. */
  readonly url: string;
  /** Whether it is the managed one under the root folder. */
  readonly managed: boolean;
  /** Leaves the database. The managed one stops when its last user in any process has left. */
  [Symbol.asyncDispose](): Promise<void>;
}
