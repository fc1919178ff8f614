/** Limits on an unpacked archive. */
export interface ArchiveLimits {
  readonly max_entries: number;
  readonly max_bytes: number;
  readonly max_file_bytes: number;
  /** Largest ratio of unpacked to sent size; applies above `RATIO_CHECK_MIN_BYTES`. */
  readonly max_ratio: number;
}

const MIB = 1024 * 1024;

/** For a run folder: the limits of the harness, with room for a long transcript. */
export const RUN_ARCHIVE_LIMITS: ArchiveLimits = {
  max_entries: 25_000,
  max_bytes: 512 * MIB,
  max_file_bytes: 256 * MIB,
  max_ratio: 200,
};

/** For the files of a frozen task. */
export const TASK_ARCHIVE_LIMITS: ArchiveLimits = {
  max_entries: 10_000,
  max_bytes: 128 * MIB,
  max_file_bytes: 64 * MIB,
  max_ratio: 200,
};

/** Below this size the compression ratio is not checked. */
export const RATIO_CHECK_MIN_BYTES = 32 * MIB;
