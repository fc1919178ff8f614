import { randomBytes } from 'node:crypto';
import type { Host } from '@assay/harness';

/** What grading is shown of this machine: its clock, and nothing else. */
export const createGradingHost = (now: () => number): Host => ({
  now,
  entropy: (bytes) => new Uint8Array(randomBytes(bytes)),
  environment: {},
});
