import {
  AssayError,
  type AxisWeights,
  type Evidence,
  type Grade,
  type LatencyBaseline,
  type ScorerResult,
  type ScorerSpec,
} from '@assay/schema';
import { findFormulas, GRADE_FORMULAS, scoreEvidence, withDetectors } from '@assay/scoring';
import type { OpenedJudge } from '../../judge/open-judge.ts';
import { readCalibrationState } from '../../judge/standing.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import type { CustomScorers } from '../../scenarios/open-scorers.ts';
import { readGradedFolder, replaceFailedGrade, saveGrade } from '../folders/graded-folder.ts';
import type { RunFolder } from '../folders/read-run-folder.ts';
import { gradeStored, type Opinion } from './grade-run-folder.ts';
import { type RestoredEvidence, type RestoreOptions, restoreEvidence } from './restore-evidence.ts';
import { findOutdated, scoreCustom } from './score-custom.ts';

export interface RegradeOptions extends Omit<RestoreOptions, 'scorers'> {
  /** Where judge calibrations are stored. */
  readonly root: string;
  /** Overrides the scorers of the task. */
  readonly scorers?: readonly ScorerSpec[];
  /** The judge to ask; default: stored answers are read again. */
  readonly judge?: OpenedJudge;
  /** Formula versions that override those of the first grade. */
  readonly formulas: Readonly<Record<string, string>>;
  readonly label: string;
  /** The scorers of the configuration; default: their recorded outcomes are read again. */
  readonly custom?: CustomScorers;
  /** Overrides the baseline of the run. */
  readonly baseline?: LatencyBaseline | null;
}

/** A regraded run. */
export interface Regraded {
  readonly folder: string;
  readonly evidence: Evidence;
  /** The first grade, by the scorers of the run. */
  readonly before: Grade;
  readonly after: Grade;
  /** The file of the new grade. */
  readonly file: string;
  readonly warnings: readonly string[];
}

/**
 * Regrades a run from its folder. Everything not overridden is as in the first grade. Evidence and grades
 * stay; the new grade is added. Only a failed first grade is replaced.
 */
export async function regradeRun(folder: string, options: RegradeOptions): Promise<Regraded> {
  const { run, grades } = await readGradedFolder(folder);
  const [seed] = grades;
  // older grades lack it
  const before = { ...seed, scorers_digest: seed.scorers_digest ?? run.evidence.task.scorers_digest };
  const scorers = options.scorers ?? run.evidence.task.scenario.scorers;
  const unfinished = seed.grading_failure !== null;
  // a first grade needs the run's own scorers
  const finishes = unfinished && options.scorers === undefined;
  const restored = await restoreEvidence(run, { ...options, scorers: withDetectors(scorers) });
  const outdated = options.custom === undefined ? [] : findOutdated(restored.evidence, scorers, options.custom);
  const evidence = withScorers(await rescore(run, { restored, outdated, options }), scorers);
  const results = scoreRestored(evidence, restored);
  const graded: RunFolder = { ...run, evidence };
  const { opinion, warnings } = await findStored(graded, { results, grades, options });
  const grade = await gradeStored(graded, {
    host: options.host,
    signal: options.signal,
    ...(options.baseline === undefined ? {} : { baseline: options.baseline }),
    results,
    label: options.label,
    formulas: { ...formulaVersions(before), ...options.formulas },
    weights: gradeAxisWeights(before),
    scorecard_weights: before.scorecard?.weights ?? null,
    ...(opinion === null ? {} : { opinion }),
    ...(options.judge === undefined ? {} : { judge: options.judge }),
  });
  const after: Grade = {
    ...grade,
    restored: scorers.map(({ name }) => name).filter((name) => restored.restored.has(name) || isScorer(name, outdated)),
    // it is the run's first grade
    ...(finishes ? { label: null } : {}),
  };
  options.signal.throwIfAborted();
  const file = finishes
    ? await replaceFailedGrade(folder, { failed: seed, grade: after })
    : await saveGrade(folder, after);
  return { folder, evidence, before, after, file, warnings: [...restored.warnings, ...warnings] };
}

const isScorer = (name: string, scorers: readonly ScorerSpec[]): boolean => scorers.some((one) => one.name === name);

async function rescore(
  run: RunFolder,
  {
    restored,
    outdated,
    options,
  }: { restored: RestoredEvidence; outdated: readonly ScorerSpec[]; options: RegradeOptions },
): Promise<Evidence> {
  const { evidence } = restored;
  if (options.custom === undefined || outdated.length === 0) return evidence;
  const { custom, signal } = options;
  const scores = await scoreCustom({ ...run, evidence }, outdated, { custom, signal });
  return { ...evidence, custom_scores: { ...evidence.custom_scores, ...scores } };
}

// null if a judge is asked
async function findStored(
  run: RunFolder,
  {
    results,
    grades,
    options: { judge, root },
  }: { results: ScorerResult[]; grades: [Grade, ...Grade[]]; options: RegradeOptions },
): Promise<{ opinion: Opinion | null; warnings: readonly string[] }> {
  if (judge !== undefined) return { opinion: null, warnings: [] };
  // loaded only if needed
  const { storedOpinion } = await import('./stored-opinion.ts');
  return await storedOpinion(run, { results, grades, standingOf: (of) => readCalibrationState(root, of) });
}

/** Parses references such as `axis@1` into versions by formula. Throws if one is unknown. */
export function readFormulas(references: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    references.map((reference) => {
      const [name = '', version] = reference.split('@');
      if (version === undefined || !GRADE_FORMULAS.some((known) => known === name))
        throw new AssayError(
          'usage',
          `expected a formula with its version, such as axis@1, found ${reference}; formulas: ${GRADE_FORMULAS.join(', ')}`,
        );
      findFormulas(reference);
      return [name, version];
    }),
  );
}

/** The formula versions of a grade. */
export const formulaVersions = ({
  result_version,
  scorecard,
  axis,
  composite,
  gates,
}: Grade): Record<string, string> => ({
  result: result_version,
  ...Object.fromEntries(
    Object.entries({ scorecard, axis, composite, gates }).flatMap(([name, score]) =>
      score === null ? [] : [[name, score.formula_version]],
    ),
  ),
});

/** The dimension weights of a grade. */
export const gradeAxisWeights = ({ axis }: Pick<Grade, 'axis'>): AxisWeights | undefined => axis?.weights;

function withScorers(evidence: Evidence, scorers: readonly ScorerSpec[]): Evidence {
  const { task } = evidence;
  const scenario = { ...task.scenario, scorers: [...scorers] };
  return { ...evidence, task: { ...task, scenario, scorers_digest: canonicalDigest(scorers) } };
}

function scoreRestored(evidence: Evidence, { lost }: RestoredEvidence): ScorerResult[] {
  return scoreEvidence(evidence).map((result) => {
    const reason = lost.get(result.name);
    if (reason === undefined) return result;
    const { name, type, required } = result;
    const nothing = { score: null, findings: [], findings_omitted: 0, duration_ms: 0 };
    return { name, type, required, verdict: 'ERROR', code: 'scorer_crashed', reason, ...nothing };
  });
}
