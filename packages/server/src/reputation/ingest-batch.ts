import { setImmediate } from 'node:timers/promises';
import type { EvaluationSource, IngestRequest, IngestResponse, OrganizationId } from '@assay/schema';
import { createBudget } from '@assay/scoring';
import type { NewEvaluation } from '../store/evaluations/append-evaluations.ts';
import type { Store } from '../store/store.ts';
import { assess } from './assess.ts';
import { describeEvaluated } from './describe-evaluated.ts';

// budget of all checks of a batch; each evaluation also has its own
const MOST_STEPS = 100_000_000;
// the longest the checks of a batch block other requests
const TURN_MS = 10;
// appended together; after an error, the following ones are left for the next try, in order
const TOGETHER = 250;

interface Batch {
  readonly organization_id: OrganizationId;
  readonly source: EvaluationSource;
  readonly latency_ref_ms: number | null;
  readonly evaluations: IngestRequest['evaluations'];
  readonly signal: AbortSignal;
}

/** Appends a batch in order. Events received before are unchanged and reported as duplicates. */
export async function ingestBatch(store: Pick<Store, 'evaluate'>, batch: Batch): Promise<IngestResponse> {
  const { organization_id } = batch;
  const assessed = await assessAll(batch);
  const results: IngestResponse['results'] = [];
  for (let start = 0; start < assessed.length; start += TOGETHER) {
    const appended = await Promise.all(
      assessed.slice(start, start + TOGETHER).map(async ({ event_id, evaluation }) => {
        // headers cannot contain a line break, so an event never collides with an `Idempotency-Key`
        const idempotency = { key: `event\n${event_id}`, body_digest: null };
        return { event_id, evaluated: await store.evaluate(organization_id, { evaluation, idempotency }) };
      }),
    );
    for (const { event_id, evaluated } of appended) {
      const { checks: _, total_latency_ms: __, ...described } = describeEvaluated(evaluated);
      results.push({ event_id, duplicate: evaluated.replayed, ...described });
    }
  }
  const duplicates = results.filter(({ duplicate }) => duplicate).length;
  return { accepted: results.length - duplicates, duplicates, results };
}

async function assessAll({ evaluations, ...options }: Batch) {
  const within = createBudget({ steps: MOST_STEPS });
  const assessed: { event_id: string; evaluation: NewEvaluation }[] = [];
  let turn = performance.now();
  for (const { event_id, ...request } of evaluations) {
    assessed.push({ event_id, evaluation: await assess(request, { ...options, within }) });
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  return assessed;
}
