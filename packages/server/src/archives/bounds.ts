/** What an archive may come to, however small it was sent. */
export interface Bounds {
  readonly max_entries: number;
  readonly max_bytes: number;
  readonly max_file_bytes: number;
  /** How many times larger than it was sent it may become, once it is large at all. */
  readonly max_ratio: number;
}

const MIB = 1024 * 1024;

/** Of the folder of a run: what the harness itself keeps at most, and room for a long transcript. */
export const RUN_BOUNDS: Bounds = {
  max_entries: 25_000,
  max_bytes: 512 * MIB,
  max_file_bytes: 256 * MIB,
  max_ratio: 200,
};

/** Of the files a task is frozen with. */
export const TASK_BOUNDS: Bounds = {
  max_entries: 10_000,
  max_bytes: 128 * MIB,
  max_file_bytes: 64 * MIB,
  max_ratio: 200,
};

/** What is smaller than this may have been compressed as well as it likes. */
export const UNSUSPICIOUS_BYTES = 32 * MIB;
