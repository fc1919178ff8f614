import { canonicalDigest } from '@assay/harness';
import {
  AssayError,
  type DsseEnvelope,
  type Grade,
  type OrganizationId,
  type Run,
  type RunStatement,
  type ScorerResult,
} from '@assay/schema';
import type { Store } from '../store/store.ts';
import { signStatement } from './sign-statement.ts';
import { getSigner } from './signing-key.ts';
import { validityPeriod } from './validity.ts';

interface Attested {
  readonly organization_id: OrganizationId;
  readonly run: Run;
  readonly grade: Grade;
  readonly now: number;
}

/** Attests the grade of a run. The subject is the digest of the grade. */
export async function attestRun(store: Pick<Store, 'signing_keys'>, attested: Attested): Promise<DsseEnvelope> {
  const { organization_id, run, grade, now } = attested;
  const { run_id, agent_id, scenario, task_digest } = run;
  const { overall, graded_at, scorers_digest, scorecard } = grade;
  const statement: RunStatement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: `run:${organization_id}/${run_id}`, digest: { sha256: canonicalDigest(grade) } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: resultOf(grade),
      configuration: [
        { name: 'task', digest: { sha256: task_digest } },
        ...(scorers_digest === null ? [] : [{ name: 'scorers', digest: { sha256: scorers_digest } }]),
      ],
      passedTests: namesOf(grade, ({ verdict }) => verdict === 'PASS'),
      warnedTests: namesOf(grade, isAdvice),
      failedTests: namesOf(grade, ({ verdict, required }) => required && verdict === 'FAIL'),
      assay: {
        organization_id,
        ...validityPeriod(now),
        run_id,
        agent_id,
        scenario,
        overall,
        score: scorecard?.score ?? null,
        tier: scorecard?.tier ?? null,
        formula_version: scorecard?.formula_version ?? null,
        graded_at,
      },
    },
  };
  return signStatement(statement, await getSigner(store));
}

const isAdvice = ({ verdict, required }: ScorerResult): boolean => !required && verdict === 'FAIL';

const namesOf = ({ results }: Grade, is: (result: ScorerResult) => boolean): string[] =>
  results.filter(is).map(({ name }) => name);

function resultOf({ overall, results, run_id }: Grade): 'PASSED' | 'WARNED' | 'FAILED' {
  switch (overall) {
    case 'PASS':
      return results.some(isAdvice) ? 'WARNED' : 'PASSED';
    case 'FAIL':
      return 'FAILED';
    case 'N/A':
    case 'ERROR':
      throw new AssayError(
        'conflict',
        `The grade of ${run_id} is ${overall}, without a verdict to attest. Grade it again with scorers that give one.`,
      );
  }
}
