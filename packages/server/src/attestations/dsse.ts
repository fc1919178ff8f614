/** The payload type of an in-toto statement. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The signed bytes: payload and type, each with its length, so that neither can extend into the other. */
export function encodeForSigning(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
