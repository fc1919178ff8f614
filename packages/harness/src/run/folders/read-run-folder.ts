import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFileFilter } from '@assay/detect';
import { AssayError, Evidence, type Interaction, JudgeCall, parse, TranscriptEntry } from '@assay/schema';
import { measureEntry, pairInteractions, trimPatch } from '@assay/scoring';

// the most that a judge or reader is shown; the file has everything
const LONGEST_DIFF = 2 * 1024 * 1024;
const LONGEST_FILE_DIFF = 256 * 1024;

/** The stored content of a run folder. */
export interface RunFolder {
  readonly folder: string;
  readonly evidence: Evidence;
  readonly entries: readonly TranscriptEntry[];
  readonly interactions: readonly Interaction[];
  /** All judge calls, in order. */
  readonly calls: readonly JudgeCall[];
  /** The change; parts of a large one are left out. */
  readonly diff: string;
}

/** Reads a run folder: everything a grade is based on. */
export async function readRunFolder(folder: string): Promise<RunFolder> {
  const entries = await readLines(join(folder, 'transcript.jsonl'), (line) => parse(TranscriptEntry, line));
  const { interactions } = pairInteractions(
    entries.map((entry, index) => measureEntry(entry, index, Buffer.byteLength)),
  );
  return {
    folder,
    evidence: await readEvidence(join(folder, 'evidence.json')),
    entries,
    interactions,
    calls: await readLines(join(folder, 'judgments.jsonl'), (line) => parse(JudgeCall, line)),
    diff: await readDiff(folder),
  };
}

async function readEvidence(file: string): Promise<Evidence> {
  try {
    return parse(Evidence, JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

async function readLines<T>(file: string, read: (value: unknown) => T): Promise<T[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    // a run without a judge has no judgments, and one that never started no transcript
    if (cause.code === 'ENOENT') return '';
    throw cause;
  });
  return text.split('\n').flatMap((line, index) => {
    try {
      return line === '' ? [] : [read(JSON.parse(line))];
    } catch (cause) {
      throw unreadable(`line ${index + 1} of ${file}`, cause);
    }
  });
}

const unreadable = (what: string, cause: unknown): AssayError =>
  new AssayError('unreadable_file', `${what} cannot be read: ${(cause as Error).message}`, { cause });

async function readDiff(folder: string): Promise<string> {
  const patch = await readFile(join(folder, 'diff.patch'), 'utf8').catch(() => '');
  return trimPatch(patch, {
    max_chars: LONGEST_DIFF,
    max_file_chars: LONGEST_FILE_DIFF,
    isTest: createTestFileFilter(),
  });
}
