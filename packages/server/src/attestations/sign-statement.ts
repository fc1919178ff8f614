import { sign } from 'node:crypto';
import { canonicalJson } from '@assay/harness';
import type { DsseEnvelope, Statement } from '@assay/schema';
import { encodeForSigning, PAYLOAD_TYPE } from './dsse.ts';
import type { Signer } from './signing-key.ts';

/** Signs a statement and wraps it in its envelope. */
export function signStatement(statement: Statement, { kid, key }: Signer): DsseEnvelope {
  const payload = Buffer.from(canonicalJson(statement));
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: kid, sig: sign(null, encodeForSigning(payload), key).toString('base64') }],
  };
}
