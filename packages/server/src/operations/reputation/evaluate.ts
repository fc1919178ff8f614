import { evaluate } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { assess } from '../../reputation/assess.ts';
import { findDefaultLatencyRef } from '../../reputation/default-latency-ref.ts';
import { describeEvaluated } from '../../reputation/describe-evaluated.ts';
import { readSource } from '../../reputation/read-source.ts';

export const evaluateHandler = handleInSteps(
  evaluate,
  async ({ body, headers, caller: { organization_id }, idempotency, services }) => {
    const source = readSource(headers);
    const latency_ref_ms = await findDefaultLatencyRef(services, organization_id);
    const evaluation = await assess(body, { source, latency_ref_ms, organization_id, signal: services.stopping });
    const evaluated = await services.store.evaluate(organization_id, { evaluation, idempotency });
    const answer = describeEvaluated(evaluated);
    return evaluated.replayed ? new Reply({ answer, headers: { 'idempotent-replayed': 'true' } }) : answer;
  },
  { own_idempotency: true },
);
