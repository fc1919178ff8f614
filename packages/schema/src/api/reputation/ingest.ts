import { IngestRequest, IngestResponse } from '../../reputation/evaluate-request.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';

export const ingest = defineOperation({
  id: 'ingest',
  method: 'post',
  path: '/v1/ingest',
  tag: 'Reputation',
  summary: 'Append up to 1,000 evaluations in order',
  description:
    'Each item is a body of `POST /v1/evaluate` with a unique `event_id`. An event seen in the last seven days is reported as a duplicate and changes nothing, so you can safely resend a batch. A batch with an invalid field is rejected as a whole.',
  scope: 'write',
  body: IngestRequest,
  max_body_bytes: 1024 * 1024,
  status: 200,
  answer: IngestResponse,
  example: {
    body: { evaluations: [{ event_id: 'call-1', agent_id: exampleRun.agent_id, output: 'done', passed: true }] },
    answer: {
      accepted: 1,
      duplicates: 0,
      results: [
        {
          event_id: 'call-1',
          duplicate: false,
          evaluation_id: 'evl_01m7ew0rvjraj0vfggyenb7x95',
          status: 'counted',
          passed: true,
          reason: null,
          source: 'rest',
          reputation: {
            ...{ score: 693, calibration: null, lifecycle: 'active', eval_count: 124 },
            ...{ interval: { low: 674, high: 701 }, seq: 124 },
          },
        },
      ],
    },
  },
});
