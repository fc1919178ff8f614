/** The payload type of an in-toto statement. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The signed bytes: payload and type, each with its length, so that neither can extend into the other. */
export function encodeForSigning(payload: Uint8Array, type: string = PAYLOAD_TYPE): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
