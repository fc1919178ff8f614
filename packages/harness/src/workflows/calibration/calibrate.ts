import type { JudgeCalibration, Judgment } from '@assay/schema';
import { type ComparedOpinion, calibrateJudge, combineLabels } from '@assay/scoring';
import { instant } from '../../contracts/host.ts';
import type { Judge } from '../../judge/judge.ts';
import { type JudgeIdentity, saveCalibration } from '../../judge/standing.ts';
import { readGradedFolder } from '../../run/folders/graded-folder.ts';
import type { RunFolder } from '../../run/folders/read-run-folder.ts';
import { canonicalDigest } from '../../scenarios/canonical-json.ts';
import { type JudgeAgainOptions, judgeAgain } from './judge-again.ts';
import { type LabeledRun, readLabeledRuns } from './labelled-runs.ts';

export interface CalibrateOptions extends JudgeAgainOptions {
  readonly labels_file: string;
  /** The `.assay` folder, with the runs; calibrations are saved there. */
  readonly root: string;
  /** The judge to ask; null compares the judgments stored in the runs, per judge. */
  readonly judge: Judge | null;
  readonly onProgress?: (done: number, of: number) => void;
}

/** A calibration and its file. */
export interface Calibrated {
  readonly calibration: JudgeCalibration;
  /** Null if an earlier calibration is kept, because this one has too few runs. */
  readonly file: string | null;
}

export interface CalibrateResult {
  readonly calibrated: readonly Calibrated[];
  /** Labeled runs without a verdict to compare. */
  readonly unjudged: readonly { readonly folder: string; readonly reason: string }[];
}

/** Compares judges with people's labels of the same runs, and saves the result for later judgments. */
export async function calibrate(options: CalibrateOptions): Promise<CalibrateResult> {
  const { labels_file, root, onProgress, host } = options;
  const runs = (await readLabeledRuns(labels_file, { root })).filter(({ labels }) =>
    labels.some(({ verdict }) => verdict !== null),
  );
  const by_judge = new Map<string, { as: JudgeIdentity & { criteria: string }; opinions: ComparedOpinion[] }>();
  const unjudged: { folder: string; reason: string }[] = [];
  let divided = 0;
  for (const [index, labelled] of runs.entries()) {
    options.signal.throwIfAborted();
    const people = combineLabels(labelled.labels);
    const said = people === null ? [] : await findJudgments(labelled, options);
    onProgress?.(index + 1, runs.length);
    if (people === null) {
      divided++;
      continue;
    }
    if (said.length === 0) unjudged.push({ folder: labelled.folder, reason: 'no judge was asked about it' });
    for (const { judgment, criteria_digest, run } of said) {
      if (judgment.status !== 'judged') {
        unjudged.push({ folder: labelled.folder, reason: `${judgment.judge}: ${judgment.detail}` });
        continue;
      }
      const as = { judge: judgment.judge, criteria: judgment.criteria, criteria_digest };
      const group = by_judge.get(canonicalDigest(as)) ?? { as, opinions: [] };
      const { agent_id: agent } = run.evidence.run;
      group.opinions.push({ agent, length: lengthOf(run), judge: judgment, people });
      by_judge.set(canonicalDigest(as), group);
    }
  }
  const labels_digest = canonicalDigest(runs.map(({ labels }) => labels));
  const calibrated: Calibrated[] = [];
  for (const { as, opinions } of by_judge.values()) {
    const calibration: JudgeCalibration = {
      ...as,
      labels_digest,
      calibrated_at: instant(host.now()),
      labelled: runs.length - divided,
      divided,
      ...calibrateJudge(opinions),
    };
    calibrated.push({ calibration, file: await saveCalibration(root, calibration) });
  }
  return { calibrated, unjudged };
}

interface UntrustedText {
  readonly run: RunFolder;
  readonly judgment: Judgment;
  readonly criteria_digest: string;
}

async function findJudgments(
  { folder }: LabeledRun,
  { judge, host, signal }: CalibrateOptions,
): Promise<UntrustedText[]> {
  if (judge !== null)
    return [
      { ...(await judgeAgain(folder, judge, { host, signal })), criteria_digest: canonicalDigest(judge.criteria) },
    ];
  const { run, grades } = await readGradedFolder(folder);
  const by_judge = new Map<string, UntrustedText>();
  for (const { judgment } of grades) {
    // without its call the criteria are unknown
    const call = run.calls.find(({ judgment_id }) => judgment?.judgment_ids.includes(judgment_id));
    if (judgment === null || call === undefined) continue;
    const { criteria_digest } = call;
    // the first opinion of a judge is closest to the original run
    const key = canonicalDigest({ judge: judgment.judge, criteria_digest });
    if (!by_judge.has(key)) by_judge.set(key, { run, judgment, criteria_digest });
  }
  return [...by_judge.values()];
}

const lengthOf = ({ entries }: RunFolder): number =>
  entries.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
