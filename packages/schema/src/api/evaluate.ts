import { EvaluateRequest, EvaluateResponse } from '../evaluate-request.ts';
import { defineOperation } from './operation.ts';

export const evaluate = defineOperation({
  id: 'evaluate',
  method: 'post',
  path: '/v1/evaluate',
  tag: 'Reputation',
  summary: 'Evaluate one output of an agent',
  description:
    'Runs the checks, or takes the verdict of the caller, and appends it to the log of the agent. `reputation` is the standing right after it. Without `checks` and without `passed`, `filesystem`, `pii` and `content` run. The header `X-Assay-Source` says which way it came: `rest` (the default), `sdk` or `proxy`. Input and output are checked and not kept.',
  scope: 'write',
  body: EvaluateRequest,
  status: 200,
  answer: EvaluateResponse,
  example: {
    body: {
      agent_id: 'bidder-prod',
      output: { price: 12.5 },
      latency_ms: 30,
      checks: [{ type: 'json_path', path: '$.price', matches: '^[0-9.]+$' }],
    },
    answer: {
      evaluation_id: 'evl_01k9x0000000000000000000000',
      status: 'counted',
      passed: true,
      reason: null,
      source: 'rest',
      checks: [{ id: 'json_path', verdict: 'PASS', reason: '1 value at $.price, all as expected', latency_ms: 0.08 }],
      total_latency_ms: 0.08,
      reputation: {
        score: 812,
        lifecycle: 'active',
        eval_count: 124,
        interval: { low: 800, high: 812 },
        seq: 124,
      },
    },
  },
});
