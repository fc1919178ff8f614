import { FactCheck } from '@assay/schema';
import { z } from 'zod';
import { resolveRef } from '../facts/evidence-refs.ts';
import type { FactRow } from '../facts/fact-rows.ts';
import type { RunFacts } from '../facts/run-facts.ts';
import { neutralize } from '../text/neutralize.ts';

const Answer = z.object({
  id: z.string().trim(),
  status: FactCheck.shape.status,
  evidence: z.array(z.string()).catch([]),
  turn_violated: z.int().nullable().catch(null),
  reason: z.string().catch(''),
});
type Answer = z.infer<typeof Answer>;

/**
 * The fact-check matrix after judging: exactly the known rows. Rows settled by Assay stay as they are. Other rows are
 * unsupported if they were not answered, if they cite unknown evidence, or if they are decided without any evidence.
 */
export function readFactChecks(answers: unknown, facts: RunFacts): FactCheck[] {
  const given = new Map<string, Answer>();
  for (const each of Array.isArray(answers) ? answers : []) {
    const { data } = Answer.safeParse(each);
    // a second answer to a row does not replace the first
    if (data !== undefined && !given.has(data.id)) given.set(data.id, data);
  }
  return facts.rows.map((row) => settledCheck(row) ?? readAnswer(row, given.get(row.id), facts));
}

/** The rows that Assay settled. */
export const settledChecks = (rows: readonly FactRow[]): FactCheck[] => rows.flatMap((row) => settledCheck(row) ?? []);

const settledCheck = ({ settled, ...row }: FactRow): FactCheck | undefined =>
  settled === null ? undefined : { ...row, ...settled, evidence: [...settled.evidence], by: 'deterministic' };

const LONGEST_REASON = 1000;
const DECIDED: ReadonlySet<FactCheck['status']> = new Set(['satisfied', 'violated']);

function readAnswer({ settled: _, ...row }: FactRow, answer: Answer | undefined, facts: RunFacts): FactCheck {
  const found = (answer?.evidence ?? []).map((written) => resolveRef(facts.refs, written));
  const evidence = found.filter((ref) => ref !== undefined);
  const told = answer?.status ?? 'unsupported';
  const holds = evidence.length === found.length && (evidence.length > 0 || !DECIDED.has(told));
  const status = holds ? told : 'unsupported';
  const turn = answer?.turn_violated ?? 0;
  const reason = neutralize((answer?.reason ?? '').slice(0, LONGEST_REASON)).trim();
  return {
    ...row,
    status,
    by: 'judge',
    turn_violated: status === 'violated' && turn >= 1 && turn <= facts.turns ? turn : null,
    evidence,
    ...(reason === '' ? {} : { reason }),
  };
}
