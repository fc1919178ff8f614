import {
  type AllowedTestChange,
  AssayError,
  type Evidence,
  type Finding,
  type ProblemCode,
  type ScorerFamily,
  type ScorerResult,
  type ScorerSpec,
} from '@assay/schema';
import { cannotScore, type Gathered, type Scorer } from '../scorer.ts';
import { findScorer } from '../scorers/index.ts';
import { allowFindings } from './allow-findings.ts';

const MOST_FINDINGS = 200;
const MOST_FINDINGS_PER_FILE = 20;

interface ApplyOptions {
  /** Test changes allowed by someone other than the author of the change. */
  readonly allowed?: readonly AllowedTestChange[];
}

/** Applies one configured scorer to the evidence. Anything that prevents a verdict becomes the result ERROR. */
export function applyScorer(
  spec: ScorerSpec,
  evidence: Partial<Evidence>,
  { allowed = [] }: ApplyOptions = {},
): ScorerResult {
  const scorer = findScorer(spec.type);
  try {
    if (scorer === undefined) return cannotScore(`${spec.type} is a type of scorer that this version cannot score`);
    // runs without scorers from the configuration record no outcomes of any
    const scored = scorer.score(narrow({ custom_scores: {}, ...evidence }, scorer), spec);
    const { outcome, findings_allowed } = allowFindings(scored, { type: spec.type, allowed });
    const { findings = [], duration_ms = 0, ...said } = outcome;
    const passed_over = findings_allowed.length === 0 ? {} : { findings_allowed: shorten(findings_allowed).findings };
    return { ...describe(spec), ...said, ...shorten(findings), ...passed_over, duration_ms };
  } catch (error) {
    const code = error instanceof AssayError ? error.code : 'scorer_crashed';
    return errorResult(spec, { code, reason: error instanceof Error ? error.message : String(error) });
  }
}

/** The ERROR result of a scorer that was not run or could not decide. */
export function errorResult(spec: ScorerSpec, { code, reason }: { code: ProblemCode; reason: string }): ScorerResult {
  return { ...describe(spec), verdict: 'ERROR', score: null, code, reason, ...shorten([]), duration_ms: 0 };
}

function describe(spec: ScorerSpec): Pick<ScorerResult, 'name' | 'type' | 'family' | 'required' | 'config'> {
  const { name, type, required, ...config } = spec;
  const scorer = findScorer(type);
  return {
    name,
    type,
    ...(scorer === undefined ? {} : { family: findFamily(scorer, spec) }),
    required: required ?? scorer?.required_by_default ?? true,
    config,
  };
}

const findFamily = ({ family }: Scorer, spec: ScorerSpec): ScorerFamily =>
  typeof family === 'function' ? family(spec) : family;

function narrow<K extends keyof Evidence>(
  evidence: Partial<Evidence>,
  { requires }: Scorer<ScorerSpec['type'], K>,
): Gathered<K> {
  const missing = requires.filter((key) => evidence[key] == null);
  if (missing.length > 0) cannotScore(`expected ${missing.join(', ')} in the evidence, found nothing; gather it again`);
  return Object.fromEntries(requires.map((key) => [key, evidence[key]])) as Gathered<K>;
}

function shorten<F extends Finding>(findings: readonly F[]): { findings: F[]; findings_omitted: number } {
  const perFile = new Map<string, number>();
  const shown = findings
    .filter(({ path }) => {
      const count = (perFile.get(path) ?? 0) + 1;
      perFile.set(path, count);
      return count <= MOST_FINDINGS_PER_FILE;
    })
    .slice(0, MOST_FINDINGS);
  return { findings: shown, findings_omitted: findings.length - shown.length };
}
