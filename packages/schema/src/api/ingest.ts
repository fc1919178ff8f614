import { IngestRequest, IngestResponse } from '../evaluate-request.ts';
import { defineOperation } from './operation.ts';

export const ingest = defineOperation({
  id: 'ingest',
  method: 'post',
  path: '/v1/ingest',
  tag: 'Reputation',
  summary: 'Append up to 1,000 evaluations in their order',
  description:
    'Each is what `POST /v1/evaluate` takes, with an `event_id` of its own. An event that came before, within seven days, is reported as a duplicate and changes nothing, so a batch may be sent again until it is answered. A batch with a field that is not in order is refused as a whole.',
  scope: 'write',
  body: IngestRequest,
  max_body_bytes: 1024 * 1024,
  status: 200,
  answer: IngestResponse,
  example: {
    body: { evaluations: [{ event_id: 'call-1', agent_id: 'bidder-prod', output: 'sold', passed: true }] },
    answer: {
      accepted: 1,
      duplicates: 0,
      results: [
        {
          event_id: 'call-1',
          duplicate: false,
          evaluation_id: 'evl_01k9x0000000000000000000000',
          status: 'counted',
          passed: true,
          reason: null,
          source: 'rest',
          reputation: { score: 404, lifecycle: 'calibrating', eval_count: 1, interval: { low: 86, high: 404 }, seq: 1 },
        },
      ],
    },
  },
});
