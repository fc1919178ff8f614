import { EvaluateRequest, EvaluateResponse } from '../../reputation/evaluate-request.ts';
import { exampleEvaluation } from '../examples/example-evaluation.ts';
import { exampleReputationState } from '../examples/example-reputation.ts';
import { defineOperation } from '../operation.ts';

export const evaluate = defineOperation({
  id: 'evaluate',
  method: 'post',
  path: '/v1/evaluate',
  tag: 'Reputation',
  summary: 'Evaluate one output of an agent',
  description:
    'Runs the checks, or takes the verdict of the caller, and appends it to the log of the agent. `reputation` is the state right after it. Without `checks` and `passed`, the checks `filesystem`, `pii` and `content` run. The header `X-Assay-Source` names the source: `rest` (default), `sdk` or `proxy`. Input and output are checked but not stored.',
  scope: 'write',
  body: EvaluateRequest,
  status: 200,
  answer: EvaluateResponse,
  example: {
    body: {
      agent_id: exampleEvaluation.agent_id,
      output: { summary: 'Negative amounts are refused with a RangeError.', exit_code: 0 },
      latency_ms: 30,
      checks: [{ type: 'json_path', path: '$.exit_code', equals: 0 }],
    },
    answer: {
      evaluation_id: exampleEvaluation.evaluation_id,
      status: 'counted',
      passed: true,
      reason: null,
      source: 'rest',
      checks: exampleEvaluation.checks,
      total_latency_ms: 0.094,
      reputation: exampleReputationState,
    },
  },
});
