import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportedRun, RunResult } from '@assay/schema';
import { gradeTranscript, judgeHeuristically, measureEntry, pairInteractions, redact } from '@assay/scoring';
import { readEntries } from './grade-run-folder.ts';
import { readKept } from './run-folders.ts';
import { silentTranscript } from './silent-transcript.ts';

const LONGEST_DIFF = 2 * 1024 * 1024;

/** What a report shows of a run, read from its folder, without the secrets that were in it. */
export async function reportRun(result: RunResult): Promise<ReportedRun> {
  const { evidence } = await readKept(result.folder);
  const entries = await readEntries(result.folder);
  const { interactions } = pairInteractions(
    entries.map((entry, index) => measureEntry(entry, index, Buffer.byteLength)),
  );
  const judgment = judgeHeuristically({ entries, interactions });
  const summary = {
    ...(evidence.transcript ?? silentTranscript({ format: 'plain', agent: result.agent, end: result.end })),
    interactions,
  };
  const [clean, cleanJudgment, run, diff] = [
    redact(entries),
    redact(judgment),
    redact(result),
    redact(await readDiff(result.folder)),
  ];
  const graded = redact(gradeTranscript(result.folder, summary, judgment)).value;
  return {
    grade: {
      ...graded,
      agent: result.agent,
      scorecard: result.scorecard,
      scorecard_reason: result.scorecard === null ? (result.not_scored?.reason ?? null) : null,
      axis: result.axis ?? graded.axis,
      gates: result.gates,
      redactions: clean.count + diff.count,
    },
    interactions,
    entries: clean.value,
    judgment: cleanJudgment.value,
    run: run.value,
    diff: diff.value,
  };
}

async function readDiff(folder: string): Promise<string> {
  const file = await open(join(folder, 'diff.patch')).catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_DIFF), 0, LONGEST_DIFF, 0);
    const cut = bytesRead === LONGEST_DIFF ? '\n[the rest is in diff.patch]\n' : '';
    return buffer.toString('utf8', 0, bytesRead) + cut;
  } finally {
    await file.close();
  }
}
