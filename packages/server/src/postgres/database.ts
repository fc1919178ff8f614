/** A PostgreSQL to use: the one the operator named, or our own. */
export interface Database {
  /** What a client connects to; holds the password, so it is never shown. */
  readonly url: string;
  /** Whether it is our own, under the root folder. */
  readonly managed: boolean;
  /** Leaves it. Our own is stopped when the last of its users, in whichever process, has left. */
  [Symbol.asyncDispose](): Promise<void>;
}
