import { type KeyObject, sign, verify } from 'node:crypto';
import type { PublicKey } from '@assay/schema';
import { encodeForSigning } from './dsse.ts';
import { toKeyObject } from './public-key.ts';

interface TypedText {
  readonly text: string;
  /** What the text is, so that a signature of one kind of text never fits another. */
  readonly type: string;
}

/** Signs a text the way attestations are signed. */
export const signText = ({ text, type }: TypedText, key: KeyObject): string =>
  sign(null, encodeForSigning(Buffer.from(text), type), key).toString('base64');

/** Whether the owner of a key signed a text. */
export const isSignedText = ({ text, type }: TypedText, sig: string, key: PublicKey): boolean =>
  verify(null, encodeForSigning(Buffer.from(text), type), toKeyObject(key), Buffer.from(sig, 'base64'));
