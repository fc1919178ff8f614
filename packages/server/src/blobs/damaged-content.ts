import { AssayError } from '@assay/schema';
import { formatId } from '../store/sql/ids.ts';
import type { Content } from '../store/tables/contents/contents.ts';

/** A content that cannot be read. */
export interface DamagedContent {
  readonly organization_id: string;
  readonly digest: string;
  readonly location: string;
  readonly blob: string | null;
  readonly problem: string;
}

/** Describes a content whose bytes are missing or wrong. Other errors are thrown: they are about all contents. */
export function describeDamage({ organization, digest, location, blob }: Content, error: unknown): DamagedContent {
  if (!(error instanceof AssayError) || error.code !== 'blob_damaged') throw error;
  return { organization_id: formatId('org', organization), digest, location, blob, problem: error.message };
}
