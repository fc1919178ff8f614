import {
  type FactCheck,
  FailureMode,
  FaultSide,
  formatFound,
  formatPath,
  listValidationIssues,
  type RubricCheck,
} from '@assay/schema';
import { z } from 'zod';
import type { RunFacts } from '../facts/run-facts.ts';
import { neutralize } from '../text/neutralize.ts';
import type { ReadReply } from '../text/question.ts';
import { readFactChecks } from './read-fact-checks.ts';
import { readJsonReply } from './read-json-reply.ts';

/** A judge's opinion on a run, from one answer. */
export interface RunOpinion {
  readonly verdict: 'PASS' | 'FAIL';
  readonly task_completion: number;
  readonly instruction_adherence: number;
  readonly efficiency: number;
  readonly failure_mode: FailureMode | null;
  readonly failure_mode_raw: string | null;
  readonly secondary_failure_modes: readonly FailureMode[];
  readonly fault_side: FaultSide | null;
  readonly reasoning: string;
  readonly fact_checks: readonly FactCheck[];
  /** In the order of the rubric. */
  readonly rubric: readonly CheckGrade[];
}

const rating = z.int().min(1).max(5);

/** Only the essential fields are required; the rest is read leniently below. */
const Reply = z.object({
  verdict: z.enum(['PASS', 'FAIL']),
  task_completion: rating,
  instruction_adherence: rating,
  efficiency: rating,
  reasoning: z.string().regex(/\S/, 'expected reasons'),
  failure_mode: z.string().nullish(),
  secondary_failure_modes: z.unknown(),
  fault_side: z.unknown(),
  fact_checks: z.unknown(),
  rubric: z.unknown(),
});
type Reply = z.infer<typeof Reply>;

const LONGEST_REASONING = 20_000;

/** Reads a reply into an opinion. Missing values are never invented: without a verdict there is no opinion. */
export function readRunReply(reply: string, facts: RunFacts): ReadReply<RunOpinion> {
  const read = readJsonReply(reply);
  if (!read.ok) return read;
  const { data } = Reply.safeParse(read.value);
  if (data === undefined) return unparseable(describeFault(read.value));
  const failure = readFailure(data);
  if (failure === null) return unparseable('failure_mode: expected a label with FAIL, found none');
  const rubric = readGrades(data.rubric, facts.rubric);
  if (typeof rubric === 'string') return unparseable(rubric);
  const { verdict, task_completion, instruction_adherence, efficiency } = data;
  return {
    ok: true,
    value: {
      verdict,
      task_completion,
      instruction_adherence,
      efficiency,
      ...failure,
      reasoning: neutralize(data.reasoning.slice(0, LONGEST_REASONING)).trim(),
      fact_checks: readFactChecks(data.fact_checks, facts),
      rubric,
    },
  };
}

const unparseable = (detail: string): ReadReply<never> => ({ ok: false, obstacle: 'unparseable', detail });

function describeFault(value: unknown): string {
  const [fault] = listValidationIssues(Reply, value);
  if (fault === undefined) return 'expected an opinion, found something else';
  const path = formatPath(fault.path);
  return `${path === '' ? 'the reply' : path}: expected ${fault.expected}, found ${fault.found}`;
}

type Failure = Pick<RunOpinion, 'failure_mode' | 'failure_mode_raw' | 'secondary_failure_modes' | 'fault_side'>;

const NO_FAILURE: Failure = {
  failure_mode: null,
  failure_mode_raw: null,
  secondary_failure_modes: [],
  fault_side: null,
};
const LONGEST_LABEL = 200;
const MOST_SECONDARY = 2;

/** Reads the failure mode according to the verdict; null when a FAIL has none. */
function readFailure({ verdict, failure_mode, secondary_failure_modes, fault_side }: Reply): Failure | null {
  if (verdict === 'PASS') return NO_FAILURE;
  const written = neutralize((failure_mode ?? '').slice(0, LONGEST_LABEL)).trim();
  if (/^(?:|null|none|n\/a)$/i.test(written)) return null;
  const label = findLabel(written);
  const others = Array.isArray(secondary_failure_modes) ? secondary_failure_modes.map(findLabel) : [];
  return {
    failure_mode: label ?? 'other',
    failure_mode_raw: label === undefined ? written : null,
    secondary_failure_modes: [...new Set(others)]
      .filter((other) => other !== undefined && other !== label)
      .slice(0, MOST_SECONDARY) as FailureMode[],
    fault_side: FaultSide.safeParse(fault_side).data ?? null,
  };
}

const findLabel = (written: unknown): FailureMode | undefined =>
  typeof written === 'string'
    ? FailureMode.safeParse(
        written
          .trim()
          .toLowerCase()
          .replace(/[\s-]+/g, '_'),
      ).data
    : undefined;

/** A judge's grade for one rubric check. */
interface CheckGrade extends RubricCheck {
  readonly grade: number;
  readonly reason: string;
}

const Graded = z.object({ id: z.string().trim(), grade: z.int().min(0).max(10), reason: z.string().catch('') });
const LONGEST_REASON = 2000;

/** The grades in rubric order, or what is wrong with them. An ungraded check is an error, not a 0. */
function readGrades(answers: unknown, rubric: RunFacts['rubric']): readonly CheckGrade[] | string {
  if (rubric.length === 0) return [];
  if (!Array.isArray(answers)) return `rubric: expected ${rubric.length} grades, found ${formatFound(answers)}`;
  const ids = new Set(rubric.map(({ id }) => id));
  const given = new Map<string, Pick<CheckGrade, 'grade' | 'reason'>>();
  for (const [index, each] of answers.entries()) {
    const { data } = Graded.safeParse(each);
    if (data === undefined) return `rubric[${index}]: expected an id and a whole grade from 0 to 10`;
    const { id, grade, reason } = data;
    if (!ids.has(id)) return `rubric[${index}]: expected one of ${[...ids].join(', ')}, found ${formatFound(id)}`;
    if (given.has(id)) return `rubric[${index}]: expected each check once, found ${id} again`;
    given.set(id, { grade, reason: neutralize(reason.slice(0, LONGEST_REASON)).trim() });
  }
  const missing = rubric.find(({ id }) => !given.has(id));
  if (missing !== undefined) return `rubric: expected a grade for every check, found none for ${missing.id}`;
  return rubric.flatMap(({ id, ...check }) => {
    const graded = given.get(id);
    return graded === undefined ? [] : [{ ...check, ...graded }];
  });
}
