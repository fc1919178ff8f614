import { defineOperation } from './operation.ts';

export const getMetrics = defineOperation({
  id: 'get_metrics',
  method: 'get',
  path: '/metrics',
  tag: 'Operations',
  summary: 'What this process counted since it started, for Prometheus',
  scope: null,
  status: 200,
  answer: null,
  produces: 'text/plain; version=0.0.4; charset=utf-8',
});
