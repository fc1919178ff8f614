import { AssayError, type ProblemCode } from '@assay/schema';
import { createFairQueue } from '../threads/fair-queue.ts';
import { createThread } from '../threads/thread.ts';
import type { Archive } from './archive.ts';

/** Submitted files: a tar archive, the valid JSON of a request with `files`, or a folder of this machine. */
type Submitted = Archive | { readonly json: Archive } | { readonly folder: string };

export interface UnpackJob {
  readonly submitted: Submitted;
  /** What the files are, which decides their names and limits. */
  readonly layout: 'run' | 'task';
  /** An empty folder that nothing else writes to. */
  readonly into: string;
}

export type UnpackAnswer =
  | { readonly status: 'unpacked' }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly message: string };

// archives are read in chunks; only files sent as JSON are held in memory
const MEMORY_MB = 256;
const LONGEST_MS = 120_000;
// each holds a request and its archive on disk
const MOST_WAITING = 32;

const inTurn = createFairQueue({ most_waiting: MOST_WAITING });
const ask = createThread<UnpackJob, UnpackAnswer>({
  name: 'unpacking',
  module: new URL('./unpack-worker', import.meta.url),
  memory_mb: MEMORY_MB,
  // what it reads is written at once
  young_memory_mb: 4,
  longest_ms: LONGEST_MS,
});

/** Unpacks submitted files on a separate thread, so that other requests do not wait. Organizations take turns. */
export async function unpackOnThread(organization: string, job: UnpackJob, signal: AbortSignal): Promise<void> {
  const answer = await inTurn(organization, () => ask(job, signal));
  if (answer.status === 'failed') throw new AssayError(answer.code, answer.message);
}
