import { stat } from 'node:fs/promises';
import { canonicalJson, createRedactor } from '@assay/harness';
import { AssayError, type ModelPrices } from '@assay/schema';
import { redact } from '@assay/scoring';
import { isSessionOf, readSessionFolder, readTranscript } from '@assay/transcripts';
import { type GradedSession, gradeSession } from './grade-session.ts';

/** A session file of an agent on this machine. */
export interface FoundSession {
  readonly path: string;
  /** The names of the folder whose sessions are wanted, with and without links. */
  readonly folders: readonly string[];
  /** Secrets of this machine by name, which are redacted wherever they appear. */
  readonly secrets: ReadonlyMap<string, string>;
  readonly prices: ModelPrices;
}

/** Of another folder, or of a folder that the file does not name. */
export interface ElsewhereSession {
  readonly status: 'elsewhere' | 'without_folder';
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Grades a session file if it is of the folder, exactly as if it was pushed. */
export async function gradeFoundSession(found: FoundSession): Promise<GradedSession | ElsewhereSession> {
  const { path, folders, secrets, prices } = found;
  const worked_in = await readSessionFolder(path).catch((cause: NodeJS.ErrnoException) => {
    throw new AssayError('unreadable_file', `${path} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  if (worked_in === null) return { status: 'without_folder' };
  if (!folders.some((folder) => isSessionOf(folder, worked_in))) return { status: 'elsewhere' };
  await refuseLarge(path);
  const { value, count } = redact({ source: path, transcript: await readTranscript(path, { prices }) });
  const redactor = createRedactor(secrets);
  const clean = redactor.value(value);
  const sent = canonicalJson({ ...clean, redactions: count + redactor.count });
  const { digest, report } = gradeSession(Buffer.from(sent));
  // Claude Code tells it in no message
  const project = 'path' in worked_in ? worked_in.path : report.grade.project;
  return { digest, report: { ...report, grade: { ...report.grade, project } } };
}

async function refuseLarge(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size > MAX_BYTES)
    throw new AssayError(
      'payload_too_large',
      `${path} has ${size} bytes, and at most ${MAX_BYTES} are read here. Use \`assay grade\``,
    );
}
