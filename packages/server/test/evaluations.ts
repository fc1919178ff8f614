import type { Evaluation, OrganizationId, Reputation } from '@assay/schema';
import { compute, reputationV1 } from '@assay/scoring';
import fc from 'fast-check';
import type { AppendRequest } from '../src/store/evaluations/append-evaluations.ts';
import type { Store } from '../src/store/store.ts';

type Request = Omit<AppendRequest, 'organization_id'>;

/** A countable evaluation with the given fields. */
export function buildEvaluation(
  fields: { agent_id: string } & Partial<Evaluation>,
  key: string | null = null,
): Request {
  const evaluation = {
    status: 'counted',
    passed: true,
    source: 'rest',
    tool: null,
    checks: [],
    latency_ms: null,
    latency_ref_ms: null,
    run_id: null,
    occurred_at: null,
    metadata: null,
    ...fields,
  } as Request['evaluation'];
  return { evaluation, idempotency: key === null ? null : { key, body_digest: 'a'.repeat(64) } };
}

/** Any evaluation of one of a few agents. */
export const evaluations = (agents: readonly string[]) =>
  fc
    .record({
      agent_id: fc.constantFrom(...agents),
      status: fc.constantFrom('counted', 'counted', 'counted', 'counted', 'errored', 'dry_run'),
      passed: fc.boolean(),
      source: fc.constantFrom('run', 'sdk', 'proxy', 'rest'),
      latency_ms: fc.option(fc.integer({ min: 0, max: 86_400_000_000 }).map((us) => us / 1000)),
      latency_ref_ms: fc.option(fc.constantFrom(0.001, 33.333, 100, 600_000)),
    })
    .map(({ status, passed, ...rest }) =>
      buildEvaluation(
        (status === 'errored'
          ? { ...rest, status, passed: null, reason: 'no judge' }
          : { ...rest, status, passed }) as Parameters<typeof buildEvaluation>[0],
      ),
    );

/** The stored reputation of an agent, and the one computed from its log. */
export async function findDrift(
  store: Store,
  { organization_id, agent_id }: { organization_id: OrganizationId; agent_id: string },
) {
  const log: Evaluation[] = [];
  let after: string | null = null;
  do {
    const page = await store.evaluations.listOfAgent(organization_id, { agent_id, limit: 1000, after });
    log.unshift(...page.items.toReversed());
    after = page.next;
  } while (after !== null);
  const expected = compute(reputationV1, {
    evaluations: log.map(({ status, passed, latency_ms, latency_ref_ms }) => ({
      passed: passed ?? false,
      latency_ms,
      latency_ref_ms,
      errored: status === 'errored',
    })),
  });
  const window = log.filter(({ status }) => status === 'counted').slice(-500);
  const sources = Object.fromEntries(
    Object.entries(Object.groupBy(window, ({ source }) => source)).map(([source, of]) => [source, of.length]),
  );
  const found = await store.agents.getReputation(organization_id, agent_id);
  return {
    log,
    expected: { ...pick(expected), seq: log.length, sources },
    found: { ...pick(found), seq: found.seq, sources: found.sources },
  };
}

const pick = (numbers: Reputation) => ({
  score: numbers.score,
  lifecycle: numbers.lifecycle,
  eval_count: numbers.eval_count,
  n: numbers.n,
  streak: numbers.streak,
  pass_rate: numbers.pass_rate,
  avg_latency_ms: numbers.avg_latency_ms,
  interval: numbers.interval,
  components: numbers.components,
});
