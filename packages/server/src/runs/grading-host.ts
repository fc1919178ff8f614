import { randomBytes } from 'node:crypto';
import type { Host } from '@assay/harness';

/** The host for grading: clock and randomness, no environment. */
export const createGradingHost = (now: () => number): Host => ({
  now,
  entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
  environment: {},
});
