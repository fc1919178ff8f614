import type { GradedTranscript, HeuristicJudgment, ModelPrices, ReportedRun, Transcript } from '@assay/schema';
import {
  gradeTranscript,
  judgeHeuristically,
  type Opinion,
  redact,
  type ScoringChoice,
  toInteractionJudgment,
} from '@assay/scoring';
import { readTranscript } from '@assay/transcripts';
import type { Host } from '../../contracts/host.ts';
import type { Subject } from '../../judge/ask-about-run.ts';
import type { Judge } from '../../judge/judge.ts';

export interface GradeFileOptions {
  /** Do not redact secrets. */
  readonly reveal?: boolean;
  /** Also return what a report shows: entries and the judge's notes. */
  readonly withDetails?: boolean;
  /** Prices that override the built-in table. */
  readonly prices?: ModelPrices;
  /** Formula versions and weights other than the defaults. */
  readonly scoring?: ScoringChoice;
  /** The judge to ask; default: rules. */
  readonly asking?: Asking;
}

interface Asking {
  readonly judge: Judge;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Reports how many interactions of a file were asked about, and the total. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** A graded file, with details if requested. */
export interface GradedFile {
  readonly grade: GradedTranscript;
  readonly details?: Omit<ReportedRun, 'grade'>;
}

/** Reads, judges and grades one transcript. The result is redacted and counts the redactions. */
export async function gradeFile(
  path: string,
  { reveal = false, withDetails = false, prices = [], scoring, asking }: GradeFileOptions = {},
): Promise<GradedFile> {
  const transcript = await readTranscript(path, { prices });
  const { entries, ...summary } = transcript;
  const rules = judgeHeuristically({ entries, interactions: summary.interactions });
  const opinion =
    asking === undefined
      ? { judged: toInteractionJudgment(rules), judgment: null }
      : await ask(transcript, rules, asking);
  const graded = gradeTranscript(path, transcript, opinion, scoring);
  const clean = <T>(value: T) => (reveal ? { value, count: 0 } : redact(value));
  // secrets are counted in the entries; the grade quotes few of them
  const [cleanEntries, cleanRules, cleanGrade] = [clean(entries), clean(rules), clean(graded)];
  const grade = { ...cleanGrade.value, redactions: cleanEntries.count };
  if (!withDetails) return { grade };
  return {
    grade,
    details: { interactions: summary.interactions, entries: cleanEntries.value, judgment: cleanRules.value },
  };
}

async function ask(transcript: Transcript, rules: HeuristicJudgment, { judge, ...asking }: Asking): Promise<Opinion> {
  // loaded only for a model judge
  const { judgeRun } = await import('../../judge/judge-run.ts');
  const { judgment, judged } = await judgeRun(judge, subjectOf(transcript), asking);
  return { judgment, judged: judged ?? toInteractionJudgment(rules) };
}

// the transcript is the only source for the instruction
function subjectOf({ agent, model, entries, interactions }: Transcript): Subject {
  const asked = entries.filter(({ type, lane }) => type === 'user' && lane === undefined).map(({ text }) => text ?? '');
  const [instruction = '', ...turns] = asked.filter((text) => text.trim() !== '');
  return {
    agent: { type: agent, model },
    run: {
      task: {
        instruction_from: 'transcript',
        instruction,
        turns,
        expected_outcome: 'completion',
        tracked_constraints: [],
        rubric: [],
        notes: [],
      },
      entries,
      interactions,
      diff: null,
      changed_paths: [],
      test_paths: [],
      results: [],
      commands: {},
      claims: null,
      identity: { agents: [agent], models: model === null ? [] : [model] },
    },
  };
}
