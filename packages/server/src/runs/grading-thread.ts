import { AssayError, type Grade, type LatencyBaseline, type ProblemCode, type ScorerSpec } from '@assay/schema';
import type { Archive } from '../archives/archive.ts';
import type { ElsewhereSession, FoundSession } from '../sessions/grade-found-session.ts';
import type { Telemetry } from '../sessions/grade-session.ts';
import type { PackedSession } from '../sessions/pack-session.ts';
import { createFairQueue } from '../threads/fair-queue.ts';
import { createThread } from '../threads/thread.ts';

interface Folder {
  readonly folder: string;
  /** The folder for judge calibrations. */
  readonly root: string;
  readonly now_ms: number;
}

/** A session as it was sent: JSON, plain or compressed with gzip. */
interface SentSession {
  readonly kind: 'session';
  readonly sent: Archive;
}

type TelemetryJob = Telemetry & { readonly kind: 'telemetry' };
type FoundJob = FoundSession & { readonly kind: 'found' };

/** A run folder to grade, for the first time or again. */
type FolderJob =
  | (Folder & {
      readonly kind: 'submitted';
      readonly baseline: LatencyBaseline | null;
      readonly scorecard_weights: Readonly<Record<string, number>> | null;
    })
  | (Folder & {
      readonly kind: 'again';
      readonly label: string;
      readonly formulas: Readonly<Record<string, string>>;
      readonly scorers: readonly ScorerSpec[] | undefined;
    });

export type GradingJob = FolderJob | SentSession | TelemetryJob | FoundJob;

export type GradingAnswer =
  | { readonly status: 'session'; readonly session: PackedSession }
  | ElsewhereSession
  | { readonly status: 'graded'; readonly grade: Grade; readonly warnings: readonly string[] }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly message: string; readonly path?: string };

export interface Graded {
  readonly grade: Grade;
  readonly warnings: readonly string[];
}

// enough for the largest accepted folder; only a crafted one needs more
const MEMORY_MB = 2_048;
const LONGEST_MS = 300_000;
// each holds a request and its files
const MOST_WAITING = 100;

const inTurn = createFairQueue({ most_waiting: MOST_WAITING });
const ask = createThread<GradingJob, GradingAnswer>({
  name: 'grading',
  module: new URL('./grading-worker', import.meta.url),
  memory_mb: MEMORY_MB,
  longest_ms: LONGEST_MS,
});

/** Grades folders one at a time on a separate thread, so that other requests do not wait. Organizations take turns. */
export async function gradeOnThread(organization: string, job: FolderJob, signal: AbortSignal): Promise<Graded> {
  const answer = await inTurn(organization, () => ask(job, signal));
  if (answer.status === 'graded') return { grade: answer.grade, warnings: answer.warnings };
  throw refusal(answer, (message) => message.replaceAll(`${job.folder}/`, '').replaceAll(job.folder, 'the folder'));
}

/** Reads and grades a session on the same thread. */
export async function gradeSessionOnThread(
  organization: string,
  job: SentSession | TelemetryJob,
  signal: AbortSignal,
): Promise<PackedSession> {
  const answer = await inTurn(organization, () => ask(job, signal));
  if (answer.status === 'session') return answer.session;
  throw refusal(answer);
}

/** Reads a session file of this machine on the same thread, and grades it if it is of the folder. */
export async function gradeFoundSessionOnThread(
  organization: string,
  found: FoundSession,
  signal: AbortSignal,
): Promise<PackedSession | ElsewhereSession> {
  const answer = await inTurn(organization, () => ask({ kind: 'found', ...found }, signal));
  if (answer.status === 'failed' || answer.status === 'graded') throw refusal(answer);
  return answer.status === 'session' ? answer.session : answer;
}

// the path on this server means nothing to the sender
function refusal(answer: GradingAnswer, hidePath = (message: string): string => message): AssayError {
  if (answer.status !== 'failed') return new AssayError('internal', 'the grading thread gave another answer');
  const { code, message, path } = answer;
  return new AssayError(code, hidePath(message), { ...(path === undefined ? {} : { path }) });
}
