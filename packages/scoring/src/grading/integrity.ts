import {
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
    findings: looked
      .filter(({ verdict }) => verdict === 'FAIL')
      .flatMap((result): IntegrityFinding[] => result.findings.filter(counts).map(mark(result))),
    allowed: looked.flatMap((result) => (result.findings_allowed ?? []).map(mark(result))),
  };
}

const counts = ({ severity = 'failure' }: Finding): boolean => severity === 'failure';

const hasEvidence = ({ type }: ScorerSpec, evidence: Evidence): boolean =>
  (findScorer(type)?.requires ?? []).every((key) => evidence[key] != null);
