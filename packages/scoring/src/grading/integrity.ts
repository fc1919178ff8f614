import {
  type ChangeFinding,
  type ChangeRecord,
  type Evidence,
  type Finding,
  type Integrity,
  type IntegrityFinding,
  type ScorerResult,
  ScorerSpec,
  type ScorerType,
} from '@assay/schema';
import { findScorer, SCORERS } from '../scorers/index.ts';
import { applyScorer } from './apply-scorer.ts';

const DETECTORS: readonly ScorerSpec[] = SCORERS.filter(({ always_on }) => always_on).map(({ type }) =>
  ScorerSpec.parse({ name: type, type, required: false }),
);

/** The scorers of a scenario plus the integrity detectors it does not list. Evidence is gathered for all of them. */
export const withDetectors = (scorers: readonly ScorerSpec[]): readonly ScorerSpec[] => [
  ...scorers,
  ...DETECTORS.filter(({ type }) => !scorers.some((listed) => listed.type === type)),
];

/** Integrity findings of a run, from the detectors its scenario configures and from the others. */
export function findIntegrity(evidence: Evidence, results: readonly ScorerResult[]): Integrity {
  const { scorers, integrity = 'review', allowed_test_changes: allowed = [] } = evidence.task.scenario;
  const unlisted = withDetectors(scorers).slice(scorers.length);
  const looked = [
    ...results.filter(({ family }) => family === 'integrity'),
    // older evidence lacks what the detectors read
    ...unlisted.filter((spec) => hasEvidence(spec, evidence)).map((spec) => applyScorer(spec, evidence, { allowed })),
  ];
  const ran = listBlocking(evidence.change_record);
  const isListed = (name: string): boolean => results.some((result) => result.name === name);
  const mark =
    ({ type, name }: ScorerResult) =>
    // only built-in scorers are of this family
    <F extends Finding>(finding: F) => ({
      ...finding,
      type: type as ScorerType,
      ...(isListed(name) && { check: name }),
    });
  return {
    mode: integrity,
    findings: [
      ...ran,
      ...looked
        .filter(({ verdict }) => verdict === 'FAIL')
        .flatMap((result): IntegrityFinding[] => result.findings.filter(counts).map(mark(result)))
        // what running found about the same line says more
        .filter(({ path, line }) => !ran.some((each) => each.path === path && each.line === line)),
    ],
    allowed: looked.flatMap((result) => (result.findings_allowed ?? []).map(mark(result))),
  };
}

/** What blocks in the record of a change. The old tests failed twice on the new code, so it is certain. */
function listBlocking(record: ChangeRecord | undefined): IntegrityFinding[] {
  if (record === undefined) return [];
  const { findings, corners, test_side } = record;
  const all = corners.NO?.timed_out ? [...findings, ENDLESS] : findings;
  return all
    .filter(({ grade }) => grade === 'blocks')
    .map(({ rule: kind, grade: _, test: __, allowed: ___, path = test_side[0] ?? '.', ...said }) => ({
      ...{ ...said, path, kind, certain: true, type: 'change-run' },
    }));
}

const ENDLESS: ChangeFinding = {
  ...{ rule: 'B5', grade: 'blocks', test: null },
  message: 'the tests as they were do not end on the new code',
};

const counts = ({ severity = 'failure' }: Finding): boolean => severity === 'failure';

const hasEvidence = ({ type }: ScorerSpec, evidence: Evidence): boolean =>
  (findScorer(type)?.requires ?? []).every((key) => evidence[key] != null);
