// Entry point for signing and verification: imports no database and no server. Named exports only, pinned by a test.

export { attestChange } from './attest-change.ts';
export { toPublicKey } from './public-key.ts';
export { readKeys } from './read-keys.ts';
export { isSignedText, signText } from './signed-text.ts';
export { type Verification, verifyAttestation } from './verify-attestation.ts';
export { verifyWindow } from './verify-window.ts';
