import { AssayError } from '@assay/schema';

/** Whether the database or a store of contents was away: the same may succeed later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof AssayError && (error.code === 'database_unavailable' || error.code === 'blobs_unavailable');
