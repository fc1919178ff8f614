/** What a statement of in-toto is called in an envelope. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The bytes that are signed: the payload with its type, each with its length, so that neither can pass for more. */
export function encodeForSigning(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
