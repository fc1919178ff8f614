// Entry point for verification only: imports no database and no server. Named exports only, pinned by a test.

export { readKeys } from './read-keys.ts';
export { type Verification, verifyAttestation } from './verify-attestation.ts';
export { verifyWindow } from './verify-window.ts';
