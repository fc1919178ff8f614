import { verify } from 'node:crypto';
import { canonicalDigest, canonicalJson } from '@assay/harness';
import { DsseEnvelope, type KeyDirectory, type PublicKey, Statement } from '@assay/schema';
import { encodeForSigning } from './dsse.ts';
import { keyThumbprint, toKeyObject } from './public-key.ts';

/** Why an attestation is rejected. Stable, so callers can branch on it. */
export type RejectionReason =
  | 'malformed'
  | 'wrong_key'
  | 'revoked'
  | 'tampered'
  | 'reordered'
  | 'not_yet_valid'
  | 'expired'
  | 'window_mismatch'
  | 'tree_mismatch';

export type Verification =
  | { readonly valid: true; readonly kid: string; readonly statement: Statement }
  | { readonly valid: false; readonly reason: RejectionReason; readonly detail: string };

export interface VerifyOptions {
  /** The trusted keys. */
  readonly directory: KeyDirectory;
  readonly now: number;
}

// tolerated clock difference between two machines
const LENIENCE_MS = 60_000;

/** Verifies an attestation offline with the trusted keys: signature, content and validity period. */
export function verifyAttestation(attestation: unknown, { directory, now }: VerifyOptions): Verification {
  const envelope = DsseEnvelope.safeParse(attestation);
  if (!envelope.success) return refuse('malformed', 'this is not a DSSE envelope of an in-toto statement');
  const { payload: encoded, signatures } = envelope.data;
  const payload = Buffer.from(encoded, 'base64');
  // the last character of base64 has bits that no byte holds
  if ([encoded, ...signatures.map(({ sig }) => sig)].some((text) => toBase64(Buffer.from(text, 'base64')) !== text))
    return refuse('malformed', 'its base64 was changed: it is not the one that these bytes have');

  const revoked = directory.revoked.find(({ kid }) => signatures.some(({ keyid }) => keyid === kid));
  const known = signatures.flatMap(({ keyid, sig }) => {
    const key = directory.keys.find(({ kid }) => kid === keyid);
    return key === undefined || isRevoked(directory, keyid) ? [] : [{ key, sig: Buffer.from(sig, 'base64') }];
  });
  if (known.length === 0) {
    if (revoked !== undefined) {
      return refuse('revoked', `its key was revoked at ${revoked.revoked_at}: ${revoked.reason}`);
    }
    return refuse('wrong_key', `no trusted key signed it; it names the key ${signatures[0]?.keyid.slice(0, 60)}`);
  }
  const signed = known.find(({ key, sig }) => isSigned(payload, key, sig));
  if (signed === undefined) {
    const moved = known.some(({ key, sig }) => isSigned(inOrder(payload), key, sig));
    return moved
      ? refuse('reordered', 'the signed content is complete but not in its signed order')
      : refuse('tampered', describeTampering(payload));
  }
  return readStatement(payload, { kid: signed.key.kid, now });
}

const refuse = (reason: RejectionReason, detail: string): Verification => ({ valid: false, reason, detail });

const toBase64 = (bytes: Buffer): string => bytes.toString('base64');

/** What was changed, as far as the record of a change tells with the digest that was signed with it. */
function describeTampering(payload: Uint8Array): string {
  try {
    const { subject, predicate } = JSON.parse(Buffer.from(payload).toString());
    const { record } = predicate.assay;
    if (canonicalDigest(record) !== subject[1].digest.sha256) return 'the record was changed after it was signed';
    if (record.trees.after !== subject[0].digest.gitTree)
      return 'the tree that it names was changed after it was signed';
    return 'the record is whole, but its signature or what stands around it was changed, or another key signed it';
  } catch {
    // another statement, or no JSON any more
    return 'the signature does not match: the content was changed or another key signed it';
  }
}

const isRevoked = ({ revoked }: KeyDirectory, keyid: string): boolean => revoked.some(({ kid }) => kid === keyid);

function isSigned(payload: Uint8Array, key: PublicKey, sig: Uint8Array): boolean {
  // the id must be the key's own thumbprint, or a key could pose as another
  if (keyThumbprint(key.x) !== key.kid) return false;
  return verify(null, encodeForSigning(payload), toKeyObject(key), sig);
}

function inOrder(payload: Uint8Array): Uint8Array {
  try {
    return Buffer.from(canonicalJson(JSON.parse(Buffer.from(payload).toString())));
  } catch {
    // not JSON, so not a reordering
    return payload;
  }
}

function readStatement(payload: Uint8Array, { kid, now }: { kid: string; now: number }): Verification {
  const statement = Statement.safeParse(parseJson(payload));
  if (!statement.success)
    return refuse('malformed', 'the signature is valid, but this version does not know the statement');
  const issue = issueOf(statement.data);
  if (Date.parse(issue.issued_at) - LENIENCE_MS > now)
    return refuse('not_yet_valid', `it is valid from ${issue.issued_at}, which is in the future`);
  if ('expires_at' in issue && Date.parse(issue.expires_at) <= now)
    return refuse('expired', `it expired at ${issue.expires_at}`);
  return { valid: true, kid, statement: statement.data };
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString());
  } catch {
    // the schema rejects undefined
    return undefined;
  }
}

const issueOf = (statement: Statement) =>
  statement.predicateType === 'urn:assay:attestation:reputation:v1' ? statement.predicate : statement.predicate.assay;
