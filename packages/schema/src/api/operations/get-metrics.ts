import { defineOperation } from '../operation.ts';

const COUNTED = `# HELP assay_requests_total Requests answered, by operation and status.
# TYPE assay_requests_total counter
assay_requests_total{operation="get_run",status="200"} 42
# HELP assay_request_duration_seconds How long requests took to answer, by operation.
# TYPE assay_request_duration_seconds histogram
assay_request_duration_seconds_bucket{operation="get_run",le="0.005"} 40
assay_request_duration_seconds_bucket{operation="get_run",le="+Inf"} 42
assay_request_duration_seconds_sum{operation="get_run"} 0.121
assay_request_duration_seconds_count{operation="get_run"} 42
`;

export const getMetrics = defineOperation({
  id: 'get_metrics',
  method: 'get',
  path: '/metrics',
  tag: 'Operations',
  summary: 'Read the metrics of this process since it started, for Prometheus',
  scope: null,
  status: 200,
  answer: null,
  produces: 'text/plain; version=0.0.4; charset=utf-8',
  example: { answer: COUNTED },
});
