import { verify } from 'node:crypto';
import { canonicalJson } from '@assay/harness';
import { DsseEnvelope, type KeyDirectory, type PublicKey, Statement } from '@assay/schema';
import { encodeForSigning } from './dsse.ts';
import { kidOf, toKeyObject } from './public-key.ts';

/** Why an attestation is refused; stable, to branch on. */
export type RefusalReason =
  | 'malformed'
  | 'wrong_key'
  | 'revoked'
  | 'tampered'
  | 'reordered'
  | 'not_yet_valid'
  | 'expired'
  | 'window_mismatch';

export type Verification =
  | { readonly valid: true; readonly kid: string; readonly statement: Statement }
  | { readonly valid: false; readonly reason: RefusalReason; readonly detail: string };

export interface VerifyOptions {
  /** Whom to trust. */
  readonly directory: KeyDirectory;
  readonly now: number;
}

// clocks of two machines differ by this much and both mean well
const LENIENCE_MS = 60_000;

/** Checks an attestation with nothing but the keys one trusts: who signed it, that nothing was changed, that it holds now. */
export function verifyAttestation(attestation: unknown, { directory, now }: VerifyOptions): Verification {
  const envelope = DsseEnvelope.safeParse(attestation);
  if (!envelope.success) return refuse('malformed', 'expected a DSSE envelope of an in-toto statement, found another');
  const { payload: encoded, signatures } = envelope.data;
  const payload = Buffer.from(encoded, 'base64');

  const revoked = directory.revoked.find(({ kid }) => signatures.some(({ keyid }) => keyid === kid));
  const known = signatures.flatMap(({ keyid, sig }) => {
    const key = directory.keys.find(({ kid }) => kid === keyid);
    return key === undefined || isRevoked(directory, keyid) ? [] : [{ key, sig: Buffer.from(sig, 'base64') }];
  });
  if (known.length === 0) {
    if (revoked !== undefined) {
      return refuse('revoked', `its key was revoked at ${revoked.revoked_at}: ${revoked.reason}`);
    }
    return refuse('wrong_key', `expected a signature of a key you trust, found ${signatures[0]?.keyid.slice(0, 60)}`);
  }
  const signed = known.find(({ key, sig }) => isSigned(payload, key, sig));
  if (signed === undefined) {
    const moved = known.some(({ key, sig }) => isSigned(inOrder(payload), key, sig));
    return moved
      ? refuse('reordered', 'everything that was signed is there, and not in the order it was signed in')
      : refuse('tampered', 'the signature is not of this content: it was changed, or signed by another');
  }
  return readStatement(payload, { kid: signed.key.kid, now });
}

const refuse = (reason: RefusalReason, detail: string): Verification => ({ valid: false, reason, detail });

const isRevoked = ({ revoked }: KeyDirectory, keyid: string): boolean => revoked.some(({ kid }) => kid === keyid);

function isSigned(payload: Uint8Array, key: PublicKey, sig: Uint8Array): boolean {
  // a key under the name of another would be one that nobody vouched for
  if (kidOf(key.x) !== key.kid) return false;
  return verify(null, encodeForSigning(payload), toKeyObject(key), sig);
}

function inOrder(payload: Uint8Array): Uint8Array {
  try {
    return Buffer.from(canonicalJson(JSON.parse(Buffer.from(payload).toString())));
  } catch {
    // not even JSON: nothing was only moved
    return payload;
  }
}

function readStatement(payload: Uint8Array, { kid, now }: { kid: string; now: number }): Verification {
  const statement = Statement.safeParse(parseJson(payload));
  if (!statement.success) return refuse('malformed', 'it is signed, and no statement that this version knows');
  const { issued_at, expires_at } = issueOf(statement.data);
  if (Date.parse(issued_at) - LENIENCE_MS > now)
    return refuse('not_yet_valid', `it is of ${issued_at}, which is to come`);
  if (Date.parse(expires_at) <= now) return refuse('expired', `it was good until ${expires_at}`);
  return { valid: true, kid, statement: statement.data };
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString());
  } catch {
    // whatever it is, the schema refuses nothing at all
    return undefined;
  }
}

const issueOf = (statement: Statement) =>
  statement.predicateType === 'urn:assay:attestation:reputation:v1' ? statement.predicate : statement.predicate.assay;
