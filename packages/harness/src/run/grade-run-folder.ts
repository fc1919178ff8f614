import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AxisWeights, Evidence, type Grade, type LatencyBaseline, parse, TranscriptEntry } from '@assay/schema';
import { gradeRun, judgeHeuristically, measureEntry, pairInteractions } from '@assay/scoring';
import { type Host, instant } from '../host.ts';
import { formatJson } from './run-folders.ts';

export interface GradeRunOptions {
  readonly host: Host;
  readonly baseline: LatencyBaseline | null;
  readonly formulas?: Readonly<Record<string, string>>;
  readonly weights?: AxisWeights | undefined;
}

/** Grades the folder of a run from what it holds and nothing else, and writes the grade into it. */
export async function gradeRunFolder(
  folder: string,
  { host, baseline, formulas, weights }: GradeRunOptions,
): Promise<Grade> {
  const evidence = parse(Evidence, JSON.parse(await readFile(join(folder, 'evidence.json'), 'utf8')));
  const entries = await readEntries(folder);
  const { interactions } = pairInteractions(
    entries.map((entry, index) => measureEntry(entry, index, Buffer.byteLength)),
  );
  const grade = gradeRun({
    evidence,
    interactions,
    // an agent that used no tool did nothing that rules could judge
    judgment: interactions.some(({ kind }) => kind === 'tool') ? judgeHeuristically({ entries, interactions }) : null,
    baseline,
    reference: null,
    graded_at: instant(host.now()),
    ...(formulas === undefined ? {} : { formulas }),
    ...(weights === undefined ? {} : { weights }),
  });
  await writeFile(join(folder, 'grade.json'), formatJson(grade));
  return grade;
}

/** The transcript of a run, as it was kept. */
export async function readEntries(folder: string): Promise<TranscriptEntry[]> {
  const text = await readFile(join(folder, 'transcript.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parse(TranscriptEntry, JSON.parse(line)));
}
