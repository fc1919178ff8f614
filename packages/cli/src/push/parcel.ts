import { createHash } from 'node:crypto';
import type { ParcelKind, WaitingParcel } from '@assay/schema';

/** One file of a parcel, as it is sent. */
export interface SentFile {
  readonly name: string;
  readonly bytes: number;
  /** Kinds of the secrets that were replaced in it. */
  readonly redacted: readonly string[];
}

/** Something that stays on this machine, and why. */
export interface LeftOut {
  readonly name: string;
  readonly reason: string;
}

/** One thing to send, redacted and complete. */
export interface Parcel {
  readonly kind: ParcelKind;
  /** The id or path that a person knows it by. */
  readonly name: string;
  readonly operation: WaitingParcel['operation'];
  /** What goes into the address of the request. */
  readonly fields: Readonly<Record<string, string>>;
  readonly content: { readonly type: string; readonly body: Buffer };
  readonly files: readonly SentFile[];
  readonly left_out: readonly LeftOut[];
}

export const bodyDigest = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');
