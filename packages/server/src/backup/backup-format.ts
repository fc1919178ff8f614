import { Bytes, Count, Digest, Instant } from '@assay/schema';
import { z } from 'zod';
import { AppliedMigration } from '../store/sql/migrate.ts';

/** The names of the files in a backup, which is a tar archive compressed with zstd. */
export const HEADER_FILE = 'backup.json';
export const MANIFEST_FILE = 'manifest.json';
export const TABLES_FOLDER = 'tables/';
export const BLOBS_FOLDER = 'blobs/';

/** The first file: enough to refuse a backup at once. */
export const BackupHeader = z.object({
  format: z.literal('assay-backup'),
  version: z.literal(1),
  assay_version: z.string(),
  created_at: Instant,
  migrations: z.array(AppliedMigration).min(1),
  /** Whether contents outside of the database are in the backup. */
  blobs: z.boolean(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

const BackupTable = z.object({
  /** As SQL writes it. */
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: Count,
  /** Of all rows in the text format of COPY. */
  digest: Digest,
});
export type BackupTable = z.infer<typeof BackupTable>;

/** The last file: what the others must be. */
export const BackupManifest = z.object({
  tables: z.array(BackupTable).min(1),
  /** The digest is of the names and contents, in order. */
  blobs: z.object({ count: Count, bytes: Bytes, digest: Digest }),
  /** Contents that could not be read when the backup was made. */
  damaged: z.array(z.object({ blob: z.string(), problem: z.string() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;
