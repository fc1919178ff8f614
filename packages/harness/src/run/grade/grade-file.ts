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
  /** Leave secrets in. */
  readonly reveal?: boolean;
  /** Also what a report shows: entries and the judge's notes. */
  readonly withDetails?: boolean;
  /** Of models, before those of the table. */
  readonly prices?: ModelPrices;
  /** Versions of formulas and weights other than the usual ones. */
  readonly scoring?: ScoringChoice;
  /** Who is asked; rules judge when nobody is. */
  readonly asking?: Asking;
}

interface Asking {
  readonly judge: Judge;
  readonly host: Host;
  readonly signal: AbortSignal;
  /** Told how many interactions of a file have been asked about, and how many there are. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** A graded file, with the details only where they were asked for. */
export interface GradedFile {
  readonly grade: GradedTranscript;
  readonly details?: Omit<ReportedRun, 'grade'>;
}

/** Reads, judges and grades one transcript. What comes back holds no secrets, and says how many there were. */
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
  // the entries are where secrets are; the grade quotes little of them
  const [cleanEntries, cleanRules, cleanGrade] = [clean(entries), clean(rules), clean(graded)];
  const grade = { ...cleanGrade.value, redactions: cleanEntries.count };
  if (!withDetails) return { grade };
  return {
    grade,
    details: { interactions: summary.interactions, entries: cleanEntries.value, judgment: cleanRules.value },
  };
}

async function ask(transcript: Transcript, rules: HeuristicJudgment, { judge, ...asking }: Asking): Promise<Opinion> {
  // most files are judged by rules, and need nothing of this
  const { judgeRun } = await import('../../judge/judge-run.ts');
  const { judgment, judged } = await judgeRun(judge, subjectOf(transcript), asking);
  return { judgment, judged: judged ?? toInteractionJudgment(rules) };
}

// what was asked of the agent is what the transcript says it was asked: nobody vouches for it
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
